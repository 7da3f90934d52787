BASE=https://photos.example.com/v1
TOKEN=dm_your_token
call() { curl -sS --fail-with-body -H "Authorization: Bearer $TOKEN" "$@"; }

IMAGE=$(call "$BASE/search?q=sunrise&type=images&limit=1" | jq -r '.images[0].id')

call -X PATCH "$BASE/images/$IMAGE" -H "Content-Type: application/json" \
  -d '{"favorite": true, "tags": ["portfolio", "2026"]}'

call "$BASE/images?tag=portfolio"
