#!/usr/bin/env bash
# Builds the tests for another system on Debian 12, runs them here, and compares node counts.
#
#   tests/foreign.sh windows        # x86_64-pc-windows-gnu, under Wine
#   tests/foreign.sh arm            # aarch64-unknown-linux-gnu, under QEMU
#
# Needs root for apt-get, and a program of this machine for the node counts: TEMPER (default target/release/temper).
# Debian's compiler builds the standard library for the other system, with one job. TESTS are the tests to run.
set -euo pipefail
cd "$(dirname "$0")/.."

system="${1:?usage: tests/foreign.sh windows|arm}"
native="${TEMPER:-target/release/temper}"
read -ra tests <<<"${TESTS:-uci:: reload:: matches:: authoring:: profiles_library:: watch:: studio::}"
packages=(rustc-web cargo-web rust-web-src)

case "$system" in
windows)
  target=x86_64-pc-windows-gnu
  packages+=(gcc-mingw-w64-x86-64-win32 wine wine64)
  export CARGO_TARGET_X86_64_PC_WINDOWS_GNU_LINKER=x86_64-w64-mingw32-gcc
  export RUSTFLAGS="-C target-cpu=x86-64-v2"
  export WINEPREFIX="$PWD/target/foreign/wine" WINEDEBUG=-all WINEDLLOVERRIDES="mscoree,mshtml="
  runner=(wine)
  untested="msvc builds, a Windows console (play, Ctrl-C), real file systems, file names that are not UTF-8"
  ;;
arm)
  target=aarch64-unknown-linux-gnu
  packages+=(gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user)
  export CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER=aarch64-linux-gnu-gcc
  export RUSTFLAGS="" QEMU_LD_PREFIX=/usr/aarch64-linux-gnu
  packages+=(qemu-user-binfmt)
  runner=(qemu-aarch64)
  untested="ARM processors, macOS"
  ;;
*)
  echo "unknown system: $system" >&2
  exit 2
  ;;
esac

DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends "${packages[@]}" >/dev/null

if [ "$system" = arm ]; then
  # The tests start programs, and so does the program: the kernel must know what to run them with.
  kernel=/proc/sys/fs/binfmt_misc
  [ -e "$kernel/register" ] || mount -t binfmt_misc binfmt_misc "$kernel"
  [ -e "$kernel/qemu-aarch64" ] || cat /usr/lib/binfmt.d/qemu-aarch64.conf >"$kernel/register"
fi

RUSTC=/usr/bin/rustc RUSTC_BOOTSTRAP=1 CARGO_INCREMENTAL=0 nice /usr/bin/cargo test -j1 --locked --no-run -p temperament --test it \
  -Z build-std=std,panic_unwind,panic_abort --target "$target" --target-dir target/foreign

built="target/foreign/$target/debug"
if [ "$system" = windows ]; then
  # Wine 8 lacks this library of Windows, from which the standard library takes random numbers.
  source="$(mktemp --suffix=.c)"
  cat >"$source" <<'END'
#include <windows.h>
BOOLEAN NTAPI SystemFunction036(PVOID, ULONG);
__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE data, SIZE_T size) { return SystemFunction036(data, (ULONG)size); }
END
  x86_64-w64-mingw32-gcc -shared -o "$built/bcryptprimitives.dll" "$source" -ladvapi32
  cp "$built/bcryptprimitives.dll" "$built/deps/"
  rm "$source"
  program="$built/temper.exe"
else
  program="$built/temper"
fi

nodes() { "$@" bench | sed -n 's/^\([0-9]*\) nodes.*/\1/p'; }
expected="$(nodes "$native")"
found="$(nodes "${runner[@]}" "$program")"
echo "nodes of bench: here $expected, there $found"
[ "$expected" = "$found" ]

# The newest build of the tests.
it="$(find "$built/deps" -maxdepth 1 -type f -name 'it-*' ! -name '*.d' -printf '%T@ %p\n' | sort -n | tail -1 | cut -d' ' -f2)"
"${runner[@]}" "$it" --test-threads=2 "${tests[@]}"
echo "not tested: $untested"
