import { createHash } from 'node:crypto'
import { type http, type Route, v1 } from '@daymark/contracts'
import { type Answer, pollUntil, Receiver, type Visitor } from '@daymark/testing/outside'
import { Anonymizer, type Example, examples, haveSameShape, writeExamples } from '../../support/api/examples.ts'
import { responseBody, document, schemaErrors, operations } from '../../support/api/document.ts'
import { NIKON, tagsOf, jpegWithTags } from '../../support/camera-photos.ts'
import { setUpDaymark } from '../../support/daymark.ts'
import { createIntegrator, UNLIMITED } from '../../support/integrators.ts'
import { createResolvedThread, pickOf, sendList } from '../../support/visitor-actions.ts'
import { nameGuest, sendPicture } from '../../support/guests.ts'
import { picture } from '../../support/shared-gallery.ts'

type Id = { id: string }
type Asked = { params?: Record<string, string>; query?: string; body?: object }
const routes = (Object.values(v1) as unknown as Route[]).filter(({ kind }) => kind === 'route')
const routeOf = (id: string) => routes.find(route => route.doc?.id === id)!
/** `DAYMARK_API_EXAMPLES=write` records docs/api/examples.json again. */
const isRecording = process.env['DAYMARK_API_EXAMPLES'] === 'write'

/** Values that differ in every run, with their placeholders. */
const secrets: [RegExp, string][] = [
  [/dm_[0-9A-Za-z]{36}/g, 'dm_EXAMPLE'],
  [/dm_[0-9A-Za-z]{8}(?=")/g, 'dm_EXAMPLE'],
  [/whsec_[0-9A-Za-z+/=]+/g, 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD'],
  [/v1,[0-9A-Za-z+/]{43}=/g, 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE='],
  [/(?<="webhook-timestamp":")\d+/g, '1789230600'],
  [/(?<="token":"|\/share\/|\/upload\/)[0-9A-Za-z]{20,24}(?=")/g, 'HBVN85s6SXKZE9iSybH7Dj'],
  [/(?<="next_cursor":")[^"]+/g, 'WzEwMjQsIjAxOTlmM2MyIl0'],
  [/(?<=DSC_040\d-)[a-z0-9]+(?=(?:~\d+)?\.jpg)/g, 'h601z8ib'],
  [/(?<="(?:limit|remaining)":)100000/g, '120'],
]

let receiver: Receiver
let owner: Visitor
let api: Visitor
/** Recorded answers by operationId. */
const answered = new Map<string, Answer<never>>()
const recorded: Record<string, Example> = {}
beforeAll(async () => void (receiver = await Receiver.open()))
const daymark = setUpDaymark({ env: { ...UNLIMITED, DAYMARK_DEVELOPER_WEBHOOK_PRIVATE_ADDRESSES: 'true' } })
beforeAll(async () => {
  owner = await daymark.createUser({ tier: 'studio' })
  api = await createIntegrator(owner, ['admin'])
  await everyCall()
})
afterAll(() => receiver.close())

const addressOf = ({ path }: Route, { params = {}, query = '' }: Asked) =>
  `${path.replaceAll(/:(\w+)/g, (_, name: string) => params[name]!)}${query}`

/** Makes a call of the document and records it for the tests below. */
async function call<T = Id>(id: string, asked: Asked = {}): Promise<T> {
  const route = routeOf(id)
  const answer = await api.send<T>(route.method, addressOf(route, asked), asked.body as never)
  return record(id, answer, asked.body)
}
function record<T>(id: string, answer: Answer<T>, body?: object): T {
  if (answer.status >= 300) throw new Error(`${id}: ${answer.status} ${answer.bytes.toString()}`)
  answered.set(id, answer as Answer<never>)
  recorded[id] = { ...(body && { body }), answer: answer.body }
  return answer.body
}
const bodyOf = (id: string) => examples[id]!.body as object

async function everyCall(): Promise<void> {
  // a service that answers late is reported as unavailable
  await pollUntil('the product is healthy', async () => Boolean(await call('getHealth')))
  for (const id of ['getVersion', 'getRateLimit', 'validateToken']) await call(id)
  const token = await call('createToken', { body: bodyOf('createToken') })
  await call('listTokens')
  await call('getToken', { params: token })
  const album = await call('createAlbum', { body: bodyOf('createAlbum') })
  const images = await uploads(album.id)
  await aboutImages(images)
  await aboutAlbum(album, images)
  for (const id of ['listTags', 'getStats', 'listAlbums']) await call(id)
  await call('listImages', { query: `?album_id=${album.id}&limit=1` })
  await call('search', { query: '?q=dance&limit=1' })
  await aboutShares(album, images[0]!)
  await aboutWebhooks()
  await call('deleteImage', { params: { id: images[1]! } })
  await call('deleteAlbum', { params: album })
  await call('revokeToken', { params: token })
}

const cameraPhoto = async (n: number) => jpegWithTags(tagsOf(NIKON, `16:20:0${n}`, OFFSET), await picture(n))
const OFFSET = { OffsetTimeOriginal: '+02:00', SubSecTimeOriginal: '25' }

async function uploads(albumId: string): Promise<string[]> {
  const send = async (id: string, n: number) => {
    const file = { name: `DSC_040${n}.JPG`, bytes: await cameraPhoto(n) }
    const options = {
      fields: { album_id: albumId, title: 'First dance' },
      headers: { 'idempotency-key': `example-${n}` },
    }
    return record(id, await api.upload<Id>(routeOf(id).path, file, options)).id
  }
  const ids = [await send('uploadImage', 1), await send('uploadImageAlias', 2)]
  await daymark.settle()
  await call('getUpload', { params: { key: 'example-1' } })
  const sha256 = [
    createHash('sha256')
      .update(await cameraPhoto(1))
      .digest('hex'),
  ]
  await call('findKnownImages', { body: { sha256 } })
  return ids
}

async function aboutImages([first = '']: string[]): Promise<void> {
  await call('updateImage', { params: { id: first }, body: bodyOf('updateImage') })
  await call('getImage', { params: { id: first } })
  await replaced(first)
}

/** Reads, restores and removes the earlier version. */
async function replaced(id: string): Promise<void> {
  const path = routeOf('replaceFile').path.replace(':id', id)
  const file = { name: 'DSC_0401-Edit.JPG', bytes: await picture(3) }
  record('replaceFile', await api.upload<Id>(path, file, { headers: { 'idempotency-key': 'example-3' } }))
  await daymark.settle()
  for (const name of ['getEarlierVersion', 'restoreEarlierVersion', 'removeEarlier'])
    await call(name, { params: { id } })
}

async function aboutAlbum(album: Id, ids: string[]): Promise<void> {
  await call('updateAlbum', { params: album, body: bodyOf('updateAlbum') })
  await call('removeAlbumImages', { params: album, body: { image_ids: ids.slice(1) } })
  await call('addAlbumImages', { params: album, body: { image_ids: ids } })
  await aboutSections(album, ids)
  const { cameras } = await call<http.AlbumCaptureOrder>('getCaptureOrder', { params: album })
  const clocks = cameras.map(({ id }) => ({ id, correction_ms: -3_600_000 }))
  await call('orderByCapture', { params: album, body: { ...bodyOf('orderByCapture'), cameras: clocks } })
  await aboutGuests(album)
  await call('getAlbum', { params: album })
  await call('getAlbumManifest', { params: album })
  const lines = await api.get(`/v1/albums/${album.id}/manifest`, { accept: 'application/x-ndjson' })
  recorded['getAlbumManifest']!.lines = lines.bytes.toString()
}

/** Guests send photos; one is approved, one declined. */
async function aboutGuests(album: Id): Promise<void> {
  const link = await call<http.v1.UploadLink>('createUploadLink', { params: album, body: bodyOf('createUploadLink') })
  const token = link.url.replace(/^.*\//, '')
  const guest = await nameGuest(daymark.visitor(), token)
  const [first] = [await sendPicture(guest, token, 8), await sendPicture(guest, token, 9)]
  await daymark.settle()
  for (const id of ['listUploadLinks', 'listReceivedImages']) await call(id, { params: album })
  await call('acceptReceivedImages', { params: album, body: { image_ids: [first.id] } })
  await call('refuseReceivedImages', { params: album })
  await call('getUploadLink', { params: { id: link.id } })
  await call('revokeUploadLink', { params: { id: link.id } })
}

async function aboutSections(album: Id, ids: string[]): Promise<void> {
  const { sections } = await call<http.v1.Album>('addSection', { params: album, body: bodyOf('addSection') })
  const section = { ...album, sectionId: sections[0]!.id }
  await call('updateSection', { params: section, body: bodyOf('updateSection') })
  const body = { ...bodyOf('moveToSection'), image_ids: ids, section_id: section.sectionId }
  await call('moveToSection', { params: album, body })
  await call('removeSection', { params: section })
}

async function aboutShares(album: Id, imageId: string): Promise<void> {
  const body = { ...bodyOf('createShare'), album_id: album.id }
  const share = await call<http.v1.Share>('createShare', { body })
  const params = { id: share.id }
  const isMade = async () => (await api.get(`/v1/shares/${share.id}/manifest`)).status === 200
  await pollUntil('the manifest is complete', isMade)
  await call('getShareManifest', { params })
  await call('updateShare', { params, body: bodyOf('updateShare') })
  await call('completeShare', { params })
  await call('checkShare', { params })
  await owner.post('/api/presets', { name: 'Proofs', settings: { download_sizes: ['2048'] }, expires_after_days: 30 })
  await call('listPresets')
  await picked(share, imageId)
  await call('listShareChanges', { params, query: '?limit=1' })
  await createResolvedThread(owner, daymark.visitor(), share, { id: imageId })
  await call('listComments', { params })
  await call('updateStudioPage', { body: { ...bodyOf('updateStudioPage'), share_ids: [share.id] } })
  await call('getStudioPage')
  for (const id of ['getShare', 'listShares', 'revokeShare', 'deleteShare']) await call(id, { params })
}

/** The owner enables picks, and a visitor sends some. */
async function picked(share: http.v1.Share, imageId: string): Promise<void> {
  await owner.patch(`/api/shares/${share.id}`, { picks: {} })
  await sendList(daymark.visitor(), share.token, [pickOf({ id: imageId }, 'picked', 'In black and white')])
  for (const id of ['listPickLists', 'listPickedImages']) await call(id, { params: { id: share.id } })
}

async function aboutWebhooks(): Promise<void> {
  const hook = await call('createWebhook', { body: { ...bodyOf('createWebhook'), url: receiver.url } })
  for (const id of ['listWebhooks', 'getWebhook', 'rotateWebhookSecret']) await call(id, { params: hook })
  const delivery = await call<http.v1.Delivery>('testWebhook', { params: hook })
  const of = { params: { id: hook.id, deliveryId: delivery.id } }
  const isDelivered = async () => (await call<http.v1.Delivery>('getWebhookDelivery', of)).status === 'delivered'
  await pollUntil('the test event was delivered', isDelivered)
  await call('listWebhookDeliveries', { ...of, query: '?limit=1' })
  for (const id of ['redeliverWebhook', 'redeliverFailedWebhooks']) await call(id, of)
  await call('updateWebhook', { ...of, body: bodyOf('updateWebhook') })
  await call('deleteWebhook', of)
}

describe('S-DEV-04 the document of the public API', () => {
  it('is OpenAPI 3.0 and contains every call of /v1 with its scope', () => {
    expect(document.openapi).toMatch(/^3\.0\./)
    const documented = operations.map(([method, path, one]) => [method, path, one.operationId, one['x-required-scope']])
    const expected = routes.map(({ method, path, doc, scope }) => [
      method.toLowerCase(),
      path.slice('/v1'.length).replaceAll(/:(\w+)/g, '{$1}'),
      doc?.id,
      scope,
    ])
    expect(documented.toSorted()).toEqual(expected.toSorted())
  })

  it.each(operations.map(([, , operation]) => operation))(
    'the answer of $operationId matches the document',
    operation => {
      const answer = answered.get(operation.operationId)
      expect(answer).toBeDefined()
      const { status, body, headers } = answer!
      expect([status, Math.floor(status / 100)]).toEqual([routeOf(operation.operationId).status, 2])
      expect(schemaErrors(responseBody(operation, status)!.schema, body)).toEqual([])
      const named = Object.keys(operation.responses[status]!.headers ?? {})
      expect(named.filter(name => !headers.has(name))).toEqual([])
    },
  )

  it('errors match the document', async () => {
    const unauthenticated = daymark.visitor()
    for (const [method, path, operation] of operations) {
      if (responseBody(operation, 401) === undefined) continue
      const { status, body } = await unauthenticated.send(method.toUpperCase(), `/v1${path.replaceAll(/[{}]/g, '')}`)
      expect([operation.operationId, status]).toEqual([operation.operationId, 401])
      expect(schemaErrors(responseBody(operation, 401)!.schema, body)).toEqual([])
    }
  })

  it('contains recorded answers as examples', () => {
    const anonymous = new Anonymizer(daymark.url, [
      [new RegExp(`${RegExp.escape(receiver.url)}/?`, 'g'), 'https://example.com/webhooks/daymark'],
      ...secrets,
    ])
    const shown = Object.fromEntries(Object.entries(recorded).map(([id, one]) => [id, anonymous.of(one) as Example]))
    if (isRecording) return writeExamples(shown)
    expect(Object.keys(examples).toSorted()).toEqual(Object.keys(shown).toSorted())
    const others = Object.entries(examples).filter(([id, one]) => !haveSameShape(one, shown[id]))
    expect(others.map(([id, one]) => ({ id, shown: one, answered: shown[id] }))).toEqual([])
  })
})
