import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describeWith, type Visitor } from '@daymark/testing/outside'
import { document, type Operation, operations } from '../../support/api/document.ts'
import { type Daymark, startDaymark } from '../../support/daymark.ts'
import { integratorOf, tokenOf, UNLIMITED } from '../../support/integrator.ts'
import { picture } from '../../support/shared-gallery.ts'

const CHECKS = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_schema_conformance',
]
/** The same made-up calls in every run, and no more than these. */
const RUN = [
  '--seed',
  '1',
  '--max-examples',
  '3',
  '--phases',
  'coverage,fuzzing',
  '--exclude-operation-id',
  'uploadImageAlias',
  '--workers',
  '2',
]

/** Other methods of a path have tests of their own (tests/architecture/routes.txt). */
const SETTINGS = '[phases.coverage]\nunexpected-methods = []\n'

let daymark: Daymark
let api: Visitor
let folder: string
beforeAll(async () => {
  daymark = await startDaymark({ env: UNLIMITED })
  api = await integratorOf(await daymark.user({ tier: 'studio' }), ['admin'])
  folder = await mkdtemp(join(tmpdir(), 'daymark-schemathesis-'))
}, 60_000)
afterAll(async () => {
  await daymark.stop()
  await rm(folder, { recursive: true })
})

const made = async (path: string, body: object) => (await api.post<{ id: string }>(path, { ...body })).body.id

/** Ids by what their paths begin with, so that calls find something. */
async function library(): Promise<Record<string, string>> {
  const album = await made('/v1/albums', { title: 'First light' })
  const file = { name: 'a.jpg', bytes: await picture(1) }
  const image = (await api.upload<{ id: string }>('/v1/images', file, { fields: { album_id: album } })).body.id
  const share = await made('/v1/shares', { album_id: album })
  await daymark.settle()
  return { albums: album, images: image, shares: share }
}

/** The document with ids of things that are there, except where they would be deleted. */
async function withIds(): Promise<object> {
  const ids = await library()
  const copy = structuredClone(document)
  for (const [method, path] of operations) {
    const id = ids[path.split('/')[1]!]
    const { parameters = [] } = copy.paths[path]![method] as Operation & {
      parameters?: { name?: string; schema?: object }[]
    }
    for (const field of parameters as { name?: string; schema?: object }[])
      if (field.name === 'id' && id && method !== 'delete') field.schema = { type: 'string', enum: [id] }
  }
  return copy
}

describeWith('schemathesis')('S-DEV-04 made-up calls of every kind', () => {
  it('never fail on our side, and are answered with what the document says', async () => {
    const file = join(folder, 'openapi.json')
    await writeFile(file, JSON.stringify(await withIds()))
    await writeFile(join(folder, 'schemathesis.toml'), SETTINGS)
    const args = ['run', file, '--url', `${daymark.url}/v1`, '-H', `Authorization: Bearer ${tokenOf(api)}`]
    const child = spawn('schemathesis', [...args, '--checks', CHECKS.join(), ...RUN, '--no-color'], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const [[code], printed, complaints] = await Promise.all([
      once(child, 'close'),
      text(child.stdout),
      text(child.stderr),
    ])
    expect(code === 0 ? '' : `${printed}${complaints}`).toBe('')
  }, 240_000)
})
