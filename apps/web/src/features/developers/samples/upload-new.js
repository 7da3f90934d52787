import { createHash } from 'node:crypto'
import { openAsBlob } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'

const BASE = 'https://photos.example.com/v1'
const TOKEN = 'dm_your_token'

async function call(path, body, headers = {}) {
  const response = await fetch(BASE + path, {
    method: 'POST',
    headers: { Authorization: `Bearer ${TOKEN}`, ...headers },
    body,
  })
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
  return response.json()
}

const digest = async name =>
  createHash('sha256')
    .update(await readFile(name))
    .digest('hex')

const bySha = new Map()
for (const name of await readdir('.')) if (name.endsWith('.jpg')) bySha.set(await digest(name), name)

const question = JSON.stringify({ sha256: [...bySha.keys()] })
const { known } = await call('/images/known', question, { 'Content-Type': 'application/json' })
for (const { sha256 } of known) bySha.delete(sha256)

for (const [sha256, name] of bySha) {
  const form = new FormData()
  form.append('file', await openAsBlob(name), name)
  // Sent again with the same key, it never becomes a second image.
  await call('/images', form, { 'Idempotency-Key': sha256 })
  console.log('uploaded', name)
}
console.log(`${bySha.size} new, ${known.length} there already`)
