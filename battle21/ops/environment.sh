# Sourced by ./run, ./test and .ci/run: finds a Python, makes the virtual environment, installs the pins.
# Needs bash and Python >= 3.12 with venv; with an older Python it tries to fetch a newer one through uv.
# shellcheck shell=bash

OLDEST="3, 12"
FETCHED=3.13

say() { printf 'Battle21: %s\n' "$*" >&2; }
fail() {
  say "$*"
  exit 1
}

# Absolute form of a path from the command line; asked before the folder changes.
absolute() {
  case $1 in
    /*) printf '%s\n' "$1" ;;
    *) printf '%s\n' "$PWD/$1" ;;
  esac
}

# The same choice as battle21.installation.default_data_folder.
default_data_folder() {
  if [ -w "$HERE/var" ] || { [ ! -e "$HERE/var" ] && [ -w "$HERE" ]; }; then
    printf '%s\n' "$HERE/var"
  else
    printf '%s\n' "${XDG_DATA_HOME:-${HOME:-/nonexistent}/.local/share}/battle21"
  fi
}

is_new_enough() { "$1" -c "import sys; sys.exit(sys.version_info < ($OLDEST))" >/dev/null 2>&1 </dev/null; }

# Prints the real path of a Python that is new enough. A name on PATH may be a shim that refuses in this
# folder, so each is run, and once more from /, where no .python-version is in its way.
find_python() {
  local name folder
  for name in python3.13 python3.12 python3.14 python3 python; do
    command -v "$name" >/dev/null 2>&1 || continue
    for folder in "$HERE" /; do
      if cd "$folder" && is_new_enough "$name"; then
        "$name" -c 'import sys; print(sys.executable)'
        return 0
      fi
    done
  done
  return 1
}

# Make $VENV with the Python found, or with one that uv fetches.
make_venv() {
  local python
  if python=$(find_python); then
    "$python" -m venv "$VENV" >"$VENV_LOG" 2>&1 && return 0
    rm -rf "$VENV"
    # Debian splits venv off; uv needs neither it nor pip.
    if command -v uv >/dev/null 2>&1 && uv venv --quiet --seed --python "$python" "$VENV" >>"$VENV_LOG" 2>&1; then
      return 0
    fi
    fail "this Python ($python) cannot make a virtual environment: install its venv module (Debian, Ubuntu: apt install python3-venv)."
  fi
  fetch_python || fail "Python 3.12 or newer is needed; none was found and none could be fetched: install one and start again."
}

# An older Python is there: let uv fetch a newer one into its own cache.
fetch_python() {
  local uv=uv old
  if ! command -v uv >/dev/null 2>&1; then
    old=$(command -v python3 || command -v python) || return 1
    say "this Python is too old; fetching Python $FETCHED…"
    "$old" -m venv "$VENV.uv" >"$VENV_LOG" 2>&1 || return 1
    "$VENV.uv/bin/python" -m pip install --quiet uv >>"$VENV_LOG" 2>&1 </dev/null || return 1
    uv="$VENV.uv/bin/uv"
  fi
  "$uv" venv --quiet --seed --python "$FETCHED" "$VENV" >>"$VENV_LOG" 2>&1 </dev/null
}

# ensure_environment <folder for a venv if the checkout is read-only> <requirements file>
# Sets PYTHON. Installs only when the pins changed since the last time.
ensure_environment() {
  VENV=${B21_VENV:-$HERE/.venv}
  if [ -z "${B21_VENV:-}" ] && [ ! -w "$HERE" ]; then VENV=$1/venv; fi
  PYTHON=$VENV/bin/python
  local requirements=$2 stamp wanted
  stamp=$VENV/.installed-$(basename "$requirements")
  wanted=$(cd "$HERE" && cat requirements.txt "$requirements" | cksum)
  if [ -f "$stamp" ] && [ "$(cat "$stamp")" = "$wanted" ] && is_new_enough "$PYTHON"; then return 0; fi

  mkdir -p "$(dirname "$VENV")" 2>/dev/null || fail "cannot write to $(dirname "$VENV"): choose a folder for all data with --data."
  lock_venv
  VENV_LOG=$VENV.log
  if ! is_new_enough "$PYTHON"; then
    if [ -e "$VENV" ] && [ ! -f "$VENV/pyvenv.cfg" ]; then fail "$VENV is in the way and no virtual environment: move it, or set B21_VENV to another folder."; fi
    rm -rf "$VENV"
    make_venv
  fi
  if [ ! -f "$stamp" ] || [ "$(cat "$stamp")" != "$wanted" ]; then
    say "installing packages (about 15 s with a good connection)…"
    install_pins "$requirements"
    printf '%s\n' "$wanted" >"$stamp"
  fi
  unlock_venv
}

install_pins() {
  local arguments=(-m pip install --quiet --no-input --disable-pip-version-check --no-compile)
  if ! (cd "$HERE" && "$PYTHON" "${arguments[@]}" --requirement "$1" >>"$VENV_LOG" 2>&1 </dev/null); then
    fail "the packages could not be installed ($(grep -v '^WARNING' "$VENV_LOG" | tail -n 1)): is the network there? Details: $VENV_LOG"
  fi
}

# Two first starts at once: the second waits. The lock of a killed one does not count.
lock_venv() {
  local holder
  until mkdir "$VENV.lock" 2>/dev/null; do
    [ -w "$(dirname "$VENV")" ] || fail "cannot write to $(dirname "$VENV"): choose a folder for all data with --data."
    holder=$(cat "$VENV.lock/pid" 2>/dev/null || true)
    if [ -n "$holder" ] && ! kill -0 "$holder" 2>/dev/null; then
      rm -rf "$VENV.lock"
      continue
    fi
    sleep 0.2
  done
  printf '%s\n' $$ >"$VENV.lock/pid"
  trap unlock_venv EXIT
}

unlock_venv() {
  rm -rf "$VENV.lock"
  trap - EXIT
}
