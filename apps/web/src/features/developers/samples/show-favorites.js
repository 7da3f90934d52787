import { mkdir, writeFile } from 'node:fs/promises'

const BASE = 'https://photos.example.com/v1'
const TOKEN = 'dm_your_token'
const headers = { Authorization: `Bearer ${TOKEN}` }

const response = await fetch(`${BASE}/images?favorite=true&limit=12`, { headers })
const { images } = await response.json()

await mkdir('favorites', { recursive: true })
for (const image of images) {
  // The URL is 'pending' until the variants are ready.
  if (!image.variants.medium.startsWith('http')) continue
  const picture = await fetch(image.variants.medium, { headers })
  await writeFile(`favorites/${image.id}.jpg`, picture.body)
  console.log(image.title || image.filename)
}
