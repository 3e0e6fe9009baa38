#!/bin/sh
# What the runtime of an AppImage does, without FUSE: unpacks the image behind this text, runs it, and removes it.
folder=$(mktemp -d) && unsquashfs -no-progress -quiet -offset 4096 -dest "$folder/app" "$0" >/dev/null || exit 1
APPIMAGE=$(readlink -f "$0") APPDIR=$folder/app ARGV0=$0 "$folder/app/AppRun" "$@"
code=$?
rm -rf "$folder"
exit $code
