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
	as_root umount "$new_neovim/proc" "$new_neovim/sys" 2>/dev/null || true # left by a run that was cut short
	as_root rm -rf --one-file-system "$new_neovim"
	quietly neovim-trixie install_new_neovim "$new_neovim"
	as_root touch "$new_neovim/.done"
}

test_neovim() {
	wrap_neovim "$new_neovim" "$work/nvim-new"
	session nvim
	session "$work/nvim-new"
	screens
}

# see TEXT waits until the terminal shows a text, and takes a picture of it if a NAME follows.
see() {
	local i
	for i in $(seq 100); do
		if $terminal capture-pane -p | grep -qF -- "$1"; then
			[ $# -eq 1 ] || $terminal capture-pane -ep | node "$e2e/neovim/screen.mjs" "$MAZURKA_ARTIFACTS/neovim-$2.png"
			return
		fi
		sleep 0.2
	done
	$terminal capture-pane -p
	die "Neovim does not show: $1"
}

# screens goes through a session by keys, in a terminal.
screens() {
	step "Neovim in a terminal"
	local dir=$work/neovim.terminal
	mkdir "$dir"
	cp -r "$e2e/testdata/shop" "$dir/shop"
	terminal="tmux -S $dir/socket"
	(cd "$dir/shop" && PATH=$work/bin:$PATH XDG_CACHE_HOME=$dir/cache XDG_STATE_HOME=$dir/state XDG_DATA_HOME=$dir/data \
		$terminal -u -f /dev/null new-session -d -x 140 -y 42 \
		"nvim --clean --cmd 'set rtp^=$root/editors/neovim' -c 'lua require(\"mazurka\").setup()' -c 'edit stock_test.go'")
	see "4 schedules, verified"
	see "race: replay" lens
	$terminal send-keys ":edit stock.go" Enter "26G"
	see "data race on" diagnostic
	$terminal send-keys ":lua vim.diagnostic.open_float()" Enter
	see "stock.go:30  goroutine" float
	$terminal send-keys ":Mazurka replay" Enter
	see "mazurka://"
	$terminal send-keys "]]]"
	see "G1 write" interleaving
	$terminal send-keys "q" ":Mazurka steps" Enter
	see "steps of TestTake" steps
	$terminal send-keys ":qall!" Enter
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
