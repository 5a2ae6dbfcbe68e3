# Sourced by ../run: Neovim.

# install_new_neovim DIR: that of Debian 13, with its libraries.
install_new_neovim() (
	set -e
	as_root debootstrap --variant=minbase --include=neovim trixie "$1"
)

# wrap_neovim DIR FILE: a command that runs it with its own loader and libraries.
wrap_neovim() {
	cat >"$2" <<WRAP
#!/bin/sh
export VIMRUNTIME=$1/usr/share/nvim/runtime
exec $1/lib64/ld-linux-x86-64.so.2 --library-path $1/usr/lib/x86_64-linux-gnu $1/usr/bin/nvim "\$@"
WRAP
	chmod +x "$2"
}

new_neovim=$tools/neovim-trixie

prepare_neovim() {
	[ -e "$new_neovim/.done" ] && return
	as_root rm -rf "$new_neovim"
	quietly neovim-trixie install_new_neovim "$new_neovim"
	as_root touch "$new_neovim/.done"
}

test_neovim() {
	wrap_neovim "$new_neovim" "$work/nvim-new"
	session nvim
	session "$work/nvim-new"
}

# session NVIM goes through neovim/session.lua in a fresh workspace.
session() {
	step "$("$1" --version | head -n 1)"
	local dir
	dir=$(mktemp -d "$work/neovim.XXXX")
	cp -r "$e2e/testdata/shop" "$dir/shop"
	(cd "$dir/shop" && MAZURKA_E2E=$e2e PATH=$work/bin:$PATH XDG_CACHE_HOME=$dir/cache XDG_STATE_HOME=$dir/state XDG_DATA_HOME=$dir/data \
		"$1" --clean --headless --cmd "set rtp^=$root/editors/neovim" -S "$e2e/neovim/session.lua")
}
