# Sourced by ../run: VS Code.

# The newest code-server for Node 20, and the VS Code in it.
code_server_version=4.100.3
code_server=$tools/code-server-$code_server_version

# install_code_server DIR: its own postinstall fetches a prebuilt ripgrep, which only a search in files needs, so
# scripts are not run, and what must be compiled is.
install_code_server() (
	set -e
	mkdir -p "$1"
	cd "$1"
	echo '{"private":true}' >package.json
	npm install "code-server@$code_server_version" --ignore-scripts --no-audit --no-fund
	npm rebuild argon2 --foreground-scripts
	cd node_modules/code-server/lib/vscode
	npm install --omit=dev --ignore-scripts --no-audit --no-fund
	npm rebuild @vscode/spdlog native-watchdog
	ln -sfn node_modules node_modules.asar
	cd extensions
	npm install --omit=dev --ignore-scripts --no-audit --no-fund
	node "$1/node_modules/code-server/out/node/entry.js" --version
)

# package_extension: checked, bundled, and packed as for the marketplace.
package_extension() (
	set -e
	cd "$root/editors/vscode"
	npm ci --ignore-scripts --no-audit --no-fund
	npx --no-install vsce package --no-dependencies --skip-license --out "$work/mazurka.vsix"
)

# start_code NAME PORT FLAG... sets $folder to a fresh workspace, served on the port.
start_code() {
	local name=$1 port=$2 data=$work/$1 entry=$code_server/node_modules/code-server/out/node/entry.js
	shift 2
	folder=$data/shop
	mkdir -p "$data/user/User"
	cp -r "$e2e/testdata/shop" "$folder"
	cp "$e2e/vscode/settings.json" "$data/user/User/settings.json"
	quietly "vscode-$name-install" node "$entry" --user-data-dir "$data/user" --extensions-dir "$data/extensions" \
		--install-extension "$work/mazurka.vsix"
	# The server is found where go install puts it: the extension host has the PATH of a login shell.
	GOBIN=$work/bin XDG_CACHE_HOME=$data/cache EXTENSIONS_GALLERY='{"serviceUrl":"","itemUrl":""}' \
		setsid node "$entry" --config "$data/config.yaml" --bind-addr "127.0.0.1:$port" --auth none \
		--disable-telemetry --disable-update-check --disable-getting-started-override "$@" \
		--user-data-dir "$data/user" --extensions-dir "$data/extensions" "$folder" \
		>"$MAZURKA_ARTIFACTS/vscode-$name-server.log" 2>&1 &
	pids+=("$!")
	local i
	for i in $(seq 150); do
		(exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null && return
		sleep 0.2
	done
	die "code-server does not answer: see $MAZURKA_ARTIFACTS/vscode-$name-server.log"
}

# free_port prints a port that nobody listens on.
free_port() {
	node -e 'const s = require("net").createServer().listen(0, "127.0.0.1", () => { console.log(s.address().port); s.close(); })'
}

prepare_vscode() {
	if [ ! -e "$code_server/.done" ]; then
		rm -rf "$code_server"
		quietly code-server install_code_server "$code_server"
		touch "$code_server/.done"
	fi
	quietly vscode-package package_extension
}

test_vscode() {
	local name port trust
	for name in host ui restricted; do
		step "VS Code: $name"
		port=$(free_port)
		trust=(--disable-workspace-trust)
		[ "$name" != restricted ] || trust=()
		start_code "$name" "$port" "${trust[@]}"
		MAZURKA_PORT=$port MAZURKA_WORKSPACE=$folder node "vscode/$name.mjs"
	done
}
