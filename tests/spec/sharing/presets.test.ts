import { randomUUID } from 'node:crypto'
import { http, PRESETS } from '@daymark/contracts'
import { type Daymark, type SignedInUser, startDaymark } from '../../support/daymark.ts'
import { createIntegrator } from '../../support/integrator.ts'
import { createAlbum } from '../../support/photos.ts'
import { createLink } from '../../support/shared-gallery.ts'
import { uploadLogo } from '../../support/watermark.ts'

let daymark: Daymark
let owner: SignedInUser
let album: http.Album
beforeAll(async () => {
  daymark = await startDaymark()
  owner = await daymark.user({ tier: 'studio' })
  album = await createAlbum(owner, 'Summer')
})
afterAll(() => daymark.stop())

const code = ({ status, body }: { status: number; body: unknown }) => [status, (body as http.ErrorAnswer).code]
const add = (who: SignedInUser, body: object) =>
  who.post<http.Preset>('/api/presets', { name: randomUUID(), settings: {}, ...body })
const list = async (who = owner) => (await who.get<http.Preset[]>('/api/presets')).body
const PROOFS = {
  ...{
    allow_downloads: true,
    theme: 'dark',
    theme_override: null,
    show_titles: false,
    show_name: false,
    allow_indexing: true,
  },
  ...{ download_sizes: ['2048', '1080'], download_limit: 90, visitor_download_limit: 30, watermark: false },
  picks: { minimum: 5, maximum: 20, review: true, notes: false, deadline: '' },
  comments: { shared: true },
}

it('rule 142 keeps every setting that is not of one link alone, and never a password, address or date', async () => {
  const personal = { password: 'puffin', password_hint: 'bird', slug: 'anna', expires_at: '2030-01-01' }
  const body = { name: '  Proofs ', settings: { ...PROOFS, ...personal }, expires_after_days: 30, ask_password: true }
  const { status, body: made } = await add(owner, body)
  expect(status).toBe(201)
  expect(made).toMatchObject({
    name: 'Proofs',
    expires_after_days: 30,
    ask_password: true,
    is_default: false,
    left_out: [],
  })
  expect(made.settings).toEqual(PROOFS)
  // a link with these settings tells the same of itself: nothing of them is lost on the way
  const share = await createLink(owner, { album_id: album.id, ...made.settings })
  expect(share).toMatchObject(PROOFS)
  expect(Object.keys(PROOFS).toSorted()).toEqual(Object.keys(http.presetSettings.shape).toSorted())
  const [row] = await daymark.db('sharing').sql('SELECT * FROM presets WHERE id = $1', [made.id])
  expect(JSON.stringify(row)).not.toMatch(/puffin|bird|anna|2030/)
  // until when visitors may pick is of one link as well
  const { body: dated } = await add(owner, { settings: { picks: { deadline: 'by Friday' } } })
  expect(dated.settings.picks).toMatchObject({ deadline: '', notes: true })
})

it('rule 143 is a copy: changing or deleting a preset changes no link', async () => {
  const { body: preset } = await add(owner, { settings: { theme: 'dark' }, expires_after_days: 10 })
  const program = await createIntegrator(owner, ['read', 'share'])
  const made = await program.post<http.v1.CreatedShare>('/v1/shares', { album_id: album.id, preset_id: preset.id })
  expect(made.status).toBe(201)
  const end = new Date(daymark.clock.now().getTime() + 10 * 86_400_000).toISOString().slice(0, 10)
  expect(made.body.expires_at).toBe(`${end}T23:59:59.999Z`)
  const patch = { name: 'Finals', settings: { theme: 'light', allow_downloads: false }, expires_after_days: null }
  expect((await owner.patch<http.Preset>(`/api/presets/${preset.id}`, patch)).body).toMatchObject(patch)
  expect((await owner.patch<http.Preset>(`/api/presets/${preset.id}`, { name: 'Final' })).body).toMatchObject({
    ...patch,
    name: 'Final',
  })
  const after = await program.post<http.v1.CreatedShare>('/v1/shares', { album_id: album.id, preset_id: preset.id })
  expect(after.body).toMatchObject({ allow_download: false, expires_at: null })
  expect((await owner.delete(`/api/presets/${preset.id}`)).status).toBe(200)
  const shares = (await owner.get<http.Share[]>(`/api/shares?album_id=${album.id}`)).body
  const themes = [made, after].map(({ body }) => shares.find(({ id }) => id === body.id)?.theme)
  expect(themes).toEqual(['dark', 'light'])
  expect(code(await owner.delete(`/api/presets/${preset.id}`))).toEqual([404, 'preset_not_found'])
})

it('rule 143 programs name one; what they say beside it counts more, and a password that is asked for has to come', async () => {
  const program = await createIntegrator(owner, ['read', 'share'])
  const settings = { allow_downloads: false, watermark: false }
  const { body: preset } = await add(owner, { name: 'Clients', settings, ask_password: true, expires_after_days: 5 })
  const listed = (await program.get<{ presets: http.v1.Preset[] }>('/v1/presets')).body.presets
  expect(listed.find(({ id }) => id === preset.id)).toEqual(preset)
  const make = (body: object) => program.post<http.v1.CreatedShare>('/v1/shares', { album_id: album.id, ...body })
  expect(code(await make({ preset_id: preset.id }))).toEqual([400, 'password_wanted'])
  const { body } = await make({ preset_id: preset.id, password: 'puffin', allow_download: true, expires_at: null })
  expect(body).toMatchObject({ has_password: true, allow_download: true, expires_at: null })
  expect(code(await make({ preset_id: randomUUID() }))).toEqual([404, 'preset_not_found'])
  expect((await make({})).body).toMatchObject({ allow_download: true, has_password: false })
})

it('rule 144 one at most is the default, names differ, and there are not too many', async () => {
  const member = await daymark.user()
  const first = (await add(member, { name: 'Weddings', is_default: true })).body
  const second = (await add(member, { name: 'Portraits', is_default: true })).body
  const defaults = async () => (await list(member)).filter(preset => preset.is_default).map(({ name }) => name)
  expect(await defaults()).toEqual(['Portraits'])
  await member.patch(`/api/presets/${first.id}`, { is_default: true })
  expect(await defaults()).toEqual(['Weddings'])
  await member.patch(`/api/presets/${first.id}`, { is_default: false })
  expect(await defaults()).toEqual([])
  expect((await list(member)).map(({ name }) => name)).toEqual(['Portraits', 'Weddings'])
  expect(code(await add(member, { name: 'WEDDINGS' }))).toEqual([409, 'preset_name_taken'])
  expect(code(await member.patch(`/api/presets/${second.id}`, { name: 'weddings' }))).toEqual([
    409,
    'preset_name_taken',
  ])
  expect((await member.patch(`/api/presets/${second.id}`, { name: 'portraits' })).status).toBe(200)
  for (const name of ['', ' ', 'x'.repeat(61), 'a\u202eb', 'a\u0000b'])
    expect((await add(member, { name })).status).toBe(400)
  const wrong = [
    { settings: { theme: 'pink' } },
    { settings: { download_sizes: [] } },
    { expires_after_days: 0 },
    { expires_after_days: 1.5 },
  ]
  for (const body of wrong) expect((await add(member, body)).status).toBe(400)
  const answers = await Promise.all(Array.from({ length: PRESETS.max }, () => add(member, {})))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(PRESETS.max - 2)
  expect(code(answers.find(({ status }) => status !== 201)!)).toEqual([409, 'presets_full'])
  expect(await list(member)).toHaveLength(PRESETS.max)
})

it('rule 144 what the plan does not allow any more is left out with a sentence, and is there again with it', async () => {
  const member = await daymark.user({ tier: 'professional' })
  await uploadLogo(member)
  await daymark.settle()
  const { body: preset } = await add(member, { name: 'Marked', settings: { watermark: true, theme: 'dark' } })
  expect(preset).toMatchObject({ settings: { watermark: true }, left_out: [] })
  await member.post('/api/subscription/update-tier', { tier: 'starter' })
  const [left] = await list(member)
  expect(left?.settings).toEqual({ theme: 'dark' })
  expect(left?.left_out).toEqual([
    { setting: 'watermark', reason: 'The watermark was omitted: your plan does not include watermarks.' },
  ])
  // what cannot be chosen is not changed by choosing something else, whatever the form says of it
  for (const settings of [{ theme: 'light' }, { theme: 'auto', watermark: false }])
    expect((await member.patch<http.Preset>(`/api/presets/${preset.id}`, { settings })).body.left_out).toHaveLength(1)
  await member.patch(`/api/presets/${preset.id}`, { name: 'Renamed' })
  await member.post('/api/subscription/update-tier', { tier: 'professional' })
  expect((await list(member))[0]).toMatchObject({
    ...{ name: 'Renamed', settings: { theme: 'auto', watermark: true }, left_out: [] },
  })
  const settings = { watermark: false }
  expect((await member.patch<http.Preset>(`/api/presets/${preset.id}`, { settings })).body.settings).toEqual(settings)
  await member.patch(`/api/presets/${preset.id}`, { settings: { watermark: true } })
  await member.delete('/api/settings/watermark')
  await daymark.settle()
  expect((await list(member))[0]?.left_out[0]?.reason).toMatch(/no watermark image/)
})

it('rule 142 presets are of one account, in its export, and go with it', async () => {
  const member = await daymark.user()
  const { body: preset } = await add(member, { name: 'Mine', settings: PROOFS })
  const other = await daymark.user({ tier: 'studio' })
  expect(await list(other)).toEqual([])
  expect(code(await other.patch(`/api/presets/${preset.id}`, { name: 'Taken' }))).toEqual([404, 'preset_not_found'])
  expect(code(await other.delete(`/api/presets/${preset.id}`))).toEqual([404, 'preset_not_found'])
  const program = await createIntegrator(other, ['share'])
  const theirs = await createAlbum(other, 'Theirs')
  const body = { album_id: theirs.id, preset_id: preset.id }
  expect(code(await program.post('/v1/shares', body))).toEqual([404, 'preset_not_found'])
  const zip = (await member.get('/api/export')).bytes.toString('latin1')
  expect(zip).toContain('"presets"')
  expect(zip).toContain('Mine')
})
