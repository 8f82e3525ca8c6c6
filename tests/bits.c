/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

/* Prints the exact bits of scores, one pair a line, for comparison with another machine's.
 *
 *     bits FOLDER VECTORS NAME/NAME...: pairs of pictures in FOLDER, then a frame of video where VECTORS has it. */

#include "support/check.h"
#include "support/score.h"

static void print_bits(const char *name, const test_picture *a, const test_picture *b) {
    for (int profile = LK_PROFILE_LIBJXL; profile <= LK_PROFILE_EXACT; profile++) {
        lk_scorer_params params = score_params(a, b);
        params.profile = (lk_profile)profile;
        params.all_norms = 1;
        lk_result result = score_pair(&params, a, b);
        printf("%s %s %a", name, profile == LK_PROFILE_EXACT ? "exact" : "libjxl", result.ssimulacra2);
        for (int k = 0; k < result.norm_count; k++) {
            printf(" %a", result.norms[k]);
        }
        printf("\n");
    }
}

int main(int argc, char **argv) {
    char path[1024], reference[256], distorted[256];
    for (int i = 3; i < argc; i++) {
        REQUIRE(sscanf(argv[i], "%255[^/]/%255s", reference, distorted) == 2, "%s", argv[i]);
        snprintf(path, sizeof path, "%s/%s.pnm", argv[1], reference);
        test_picture a = picture_read_pnm(path);
        snprintf(path, sizeof path, "%s/%s.pnm", argv[1], distorted);
        test_picture b = picture_read_pnm(path);
        print_bits(argv[i], &a, &b);
        picture_free(&a);
        picture_free(&b);
    }
    snprintf(path, sizeof path, "%s/video/hall_cif_frm_0_frm_0.yuv", argc > 2 ? argv[2] : ".");
    FILE *file = fopen(path, "rb");
    if (file) {
        fclose(file);
        test_picture a = picture_read_yuv420(path, 352, 288, 8, 0);
        snprintf(path, sizeof path, "%s/video/hall_plr10_3693_frm_0_frm_0.yuv", argv[2]);
        test_picture b = picture_read_yuv420(path, 352, 288, 8, 0);
        print_bits("video", &a, &b);
        picture_free(&a);
        picture_free(&b);
    }
    return 0;
}
