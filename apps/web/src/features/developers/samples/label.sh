BASE=https://photos.example.com/v1
TOKEN=dm_your_token

IMAGE=$(curl --fail-with-body -s "$BASE/search?q=sunrise&type=images&limit=1" \
  -H "Authorization: Bearer $TOKEN" | jq -r '.images[0].id')

curl --fail-with-body -X PATCH "$BASE/images/$IMAGE" \
  -H "Authorization: Bearer $TOKEN" \
  -H "Content-Type: application/json" \
  -d '{"favorite": true, "tags": ["portfolio", "2026"]}'

curl --fail-with-body "$BASE/images?tag=portfolio" \
  -H "Authorization: Bearer $TOKEN"
