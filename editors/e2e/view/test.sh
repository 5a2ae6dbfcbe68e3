# Sourced by ../run: the pages of replay -html and check -html, in Chromium.

# Chromium and what drives it are there for all.
prepare_view() { :; }

test_view() {
	local name
	for name in shop ring; do
		step "pages: $name"
		cp -r "$e2e/testdata/$name" "$work/view-$name"
		(cd "$work/view-$name" && XDG_CACHE_HOME=$work/view-cache "$work/bin/mazurka" check -html "$work/pages-$name" ./... \
			>"$MAZURKA_ARTIFACTS/view-$name.log" 2>&1) || true # it has findings
	done
	MAZURKA_PAGES=$work node view/view.mjs
}
