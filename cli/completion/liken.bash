# SPDX-License-Identifier: BSD-2-Clause
# SPDX-FileCopyrightText: the liken authors

_liken() {
    # The word as typed: bash splits it at = and :, and replaces only what follows the last of them.
    local current=${COMP_LINE:0:COMP_POINT} option=${COMP_WORDS[COMP_CWORD - 1]} words=''
    current=${current##*[[:space:]]}
    COMPREPLY=()
    if [[ $current == --*=* ]]; then
        option=${current%%=*}
    elif [[ $current == -* ]]; then
        option=''
        words='--metric= --profile= --norms --backend= --device= --list-devices --threads= --cpu= --depth= --max-memory= --raw=
            --raw-rate= --skip-ref= --skip-dist= --frames= --every= --shortest --matrix= --range= --transfer=
            --primaries= --chroma-location= --chroma= --output= --plot --resume= --report= --heatmap= --quiet --fail-under= --no-progress --verbose --reference=
            --distorted= --width= --height= --pixel_format= --bitdepth= --feature= --subsample= --xml --json --csv
            --no_prediction --help --version'
    fi
    case $option in
    --pixel_format) words='420 422 444 400' ;;
    -m | --metric | --feature) words='ssimulacra2' ;;
    --profile) words='libjxl exact' ;;
    -b | --backend) words='auto cpu cuda opencl' ;;
    --device) words='all 0' ;;
    --matrix) words='rgb bt709 bt470bg bt601 bt2020nc' ;;
    --range) words='limited full' ;;
    --transfer) words='bt709 bt601 linear srgb bt2020-10 bt2020-12 pq hlg bt1886' ;;
    --primaries) words='bt709 bt470bg bt601 smpte240m bt2020 p3' ;;
    --chroma-location) words='left center topleft top bottomleft bottom' ;;
    --chroma) words='bilinear nearest' ;;
    esac
    if [[ $words ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$words" -- "${current##*[=:]}")
        [[ ${COMPREPLY[0]} == *= ]] && compopt -o nospace
    fi
}

# Where there are no words, names of files.
complete -o default -F _liken liken
