/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

#include "metric/ssimulacra2.h"

#include "arith/ssimulacra2.h"
#include "metric/power.h"

#include <math.h>

/* In the order channel X, Y, B; scale 0 to 5; 1-norm, 4-norm (a line each); ssim, artifact, detail. Fitted by the
 * metric's authors to subjective scores; part of its definition. */
static const double weights[LK_NORMS] = {
    0.0,
    0.0007376606707406586,
    0.0,
    0.0,
    0.0007793481682867309,
    0.0,
    0.0,
    0.0004371155730107379,
    0.0,
    1.1041726426657346,
    0.00066284834129271,
    0.00015231632783718752,
    0.0,
    0.0016406437456599754,
    0.0,
    1.8422455520539298,
    11.441172603757666,
    0.0,
    0.0007989109436015163,
    0.000176816438078653,
    0.0,
    1.8787594979546387,
    10.94906990605142,
    0.0,
    0.0007289346991508072,
    0.9677937080626833,
    0.0,
    0.00014003424285435884,
    0.9981766977854967,
    0.00031949755934435053,
    0.0004550992113792063,
    0.0,
    0.0,
    0.0013648766163243398,
    0.0,
    0.0,
    0.0,
    0.0,
    0.0,
    7.466890328078848,
    0.0,
    17.445833984131262,
    0.0006235601634041466,
    0.0,
    0.0,
    6.683678146179332,
    0.00037724407979611296,
    1.027889937768264,
    225.20515300849274,
    0.0,
    0.0,
    19.213238186143016,
    0.0011401524586618361,
    0.001237755635509985,
    176.39317598450694,
    0.0,
    0.0,
    24.43300999870476,
    0.28520802612117757,
    0.0004485436923833408,
    0.0,
    0.0,
    0.0,
    34.77906344483772,
    44.835625328877896,
    0.0,
    0.0,
    0.0,
    0.0,
    0.0,
    0.0,
    0.0,
    0.0,
    0.0008680556573291698,
    0.0,
    0.0,
    0.0,
    0.0,
    0.0,
    0.0005313191874358747,
    0.0,
    0.00016533814161379112,
    0.0,
    0.0,
    0.0,
    0.0,
    0.0,
    0.0004179171803251336,
    0.0017290828234722833,
    0.0,
    0.0020827005846636437,
    0.0,
    0.0,
    8.826982764996862,
    23.19243343998926,
    0.0,
    95.1080498811086,
    0.9863978034400682,
    0.9834382792465353,
    0.0012286405048278493,
    171.2667255897307,
    0.9807858872435379,
    0.0,
    0.0,
    0.0,
    0.0005130064588990679,
    0.0,
    0.00010854057858411537,
};

static int maps_with_weight(const lk_plan *plan, int channel, int scale) {
    int maps = 0;
    for (int map = 0; map < 3; map++) {
        if (weights[lk_sum_index(plan, channel, scale, 0, map)] > 0 ||
            weights[lk_sum_index(plan, channel, scale, 1, map)] > 0) {
            maps |= 1 << map;
        }
    }
    return maps;
}

void lk_plan_init(lk_plan *plan, int width, int height, int all_norms) {
    *plan = (lk_plan){0};
    /* A scale is entered if the one before it was large enough; it may be smaller itself. */
    while (plan->scales < LK_MAX_SCALES && width >= LK_MIN_SIDE && height >= LK_MIN_SIDE) {
        if (plan->scales > 0) {
            width = (width + 1) / 2;
            height = (height + 1) / 2;
        }
        plan->width[plan->scales] = width;
        plan->height[plan->scales] = height;
        plan->scales++;
    }
    for (int scale = 0; scale < plan->scales; scale++) {
        for (int channel = 0; channel < 3; channel++) {
            int maps = all_norms ? LK_MAP_ALL : maps_with_weight(plan, channel, scale);
            plan->maps[scale][channel] = (unsigned char)maps;
        }
    }
}

/* With fewer than six scales the norms that exist close up, and take the first weights. */
int lk_sum_index(const lk_plan *plan, int channel, int scale, int fourth, int map) {
    return ((channel * plan->scales + scale) * 2 + fourth) * 3 + map;
}

double lk_norm_weight(int k) {
    return weights[k];
}

double lk_score_of(double s) {
    s *= 0.9562382616834844;
    s = 2.326765642916932 * s - 0.020884521182843837 * s * s + 6.248496625763138e-05 * s * s * s;
    return s > 0 ? 100.0 - 10.0 * lk_power_double(s, 0.6276336467831387) : 100.0;
}

void lk_pool(const lk_plan *plan, const lk_sums sums, lk_result *result) {
    double weighted = 0;
    result->scales = plan->scales;
    result->norm_count = plan->scales * 18;
    for (int channel = 0; channel < 3; channel++) {
        for (int scale = 0; scale < plan->scales; scale++) {
            double pixels = (double)plan->width[scale] * plan->height[scale];
            for (int fourth = 0; fourth < 2; fourth++) {
                for (int map = 0; map < 3; map++) {
                    int k = lk_sum_index(plan, channel, scale, fourth, map);
                    if (!(plan->maps[scale][channel] & (1 << map))) {
                        result->norms[k] = NAN;
                        continue;
                    }
                    double mean = sums[k] / pixels;
                    result->norms[k] = fourth ? sqrt(sqrt(mean)) : mean;
                    weighted += weights[k] * result->norms[k];
                }
            }
        }
    }
    for (int k = result->norm_count; k < LK_NORMS; k++) {
        result->norms[k] = NAN;
    }
    result->ssimulacra2 = lk_score_of(weighted);
}
