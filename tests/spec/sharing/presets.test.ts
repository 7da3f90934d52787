import { randomUUID } from 'node:crypto'
import { http, PRESET_LIMITS } from '@daymark/contracts'
import { type SignedInUser, setUpDaymark } from '../../support/daymark.ts'
import { createIntegrator } from '../../support/integrators.ts'
import { createAlbum } from '../../support/photos.ts'
import { createLink } from '../../support/shared-gallery.ts'
import { uploadLogo } from '../../support/watermark.ts'

const daymark = setUpDaymark()
let owner: SignedInUser
let album: http.Album
beforeAll(async () => {
  owner = await daymark.createUser({ tier: 'studio' })
  album = await createAlbum(owner, 'Summer')
})

const code = ({ status, body }: { status: number; body: unknown }) => [status, (body as http.ErrorAnswer).code]
const createPreset = (visitor: SignedInUser, body: object) =>
  visitor.post<http.Preset>('/api/presets', { name: randomUUID(), settings: {}, ...body })
const list = async (visitor = owner) => (await visitor.get<http.Preset[]>('/api/presets')).body
const PROOFS = {
  allow_downloads: true,
  theme: 'dark',
  theme_override: null,
  show_titles: false,
  show_name: false,
  allow_indexing: true,
  download_sizes: ['2048', '1080'],
  download_limit: 90,
  visitor_download_limit: 30,
  watermark: false,
  picks: { minimum: 5, maximum: 20, review: true, notes: false, deadline: '' },
  comments: { shared: true },
}

it('rule 142 has every setting except those of a single link, and never a password, address or date', async () => {
  const personal = { password: 'puffin', password_hint: 'bird', slug: 'anna', expires_at: '2030-01-01' }
  const body = { name: '  Proofs ', settings: { ...PROOFS, ...personal }, expires_after_days: 30, ask_password: true }
  const { status, body: created } = await createPreset(owner, body)
  expect(status).toBe(201)
  expect(created).toMatchObject({
    name: 'Proofs',
    expires_after_days: 30,
    ask_password: true,
    is_default: false,
    left_out: [],
  })
  expect(created.settings).toEqual(PROOFS)
  // a link with these settings returns all of them
  const share = await createLink(owner, { album_id: album.id, ...created.settings })
  expect(share).toMatchObject(PROOFS)
  expect(Object.keys(PROOFS).toSorted()).toEqual(Object.keys(http.presetSettings.shape).toSorted())
  const [row] = await daymark.db('sharing').sql('SELECT * FROM presets WHERE id = $1', [created.id])
  expect(JSON.stringify(row)).not.toMatch(/puffin|bird|anna|2030/)
  // the deadline for picks also belongs to one link
  const { body: dated } = await createPreset(owner, { settings: { picks: { deadline: 'by Friday' } } })
  expect(dated.settings.picks).toMatchObject({ deadline: '', notes: true })
})

it('rule 143 is copied: changing or deleting a preset changes no link', async () => {
  const { body: preset } = await createPreset(owner, { settings: { theme: 'dark' }, expires_after_days: 10 })
  const client = await createIntegrator(owner, ['read', 'share'])
  const created = await client.post<http.v1.CreatedShare>('/v1/shares', { album_id: album.id, preset_id: preset.id })
  expect(created.status).toBe(201)
  const end = new Date(daymark.clock.now().getTime() + 10 * 86_400_000).toISOString().slice(0, 10)
  expect(created.body.expires_at).toBe(`${end}T23:59:59.999Z`)
  const patch = { name: 'Finals', settings: { theme: 'light', allow_downloads: false }, expires_after_days: null }
  expect((await owner.patch<http.Preset>(`/api/presets/${preset.id}`, patch)).body).toMatchObject(patch)
  expect((await owner.patch<http.Preset>(`/api/presets/${preset.id}`, { name: 'Final' })).body).toMatchObject({
    ...patch,
    name: 'Final',
  })
  const after = await client.post<http.v1.CreatedShare>('/v1/shares', { album_id: album.id, preset_id: preset.id })
  expect(after.body).toMatchObject({ allow_download: false, expires_at: null })
  expect((await owner.delete(`/api/presets/${preset.id}`)).status).toBe(200)
  const shares = (await owner.get<http.Share[]>(`/api/shares?album_id=${album.id}`)).body
  const themes = [created, after].map(({ body }) => shares.find(({ id }) => id === body.id)?.theme)
  expect(themes).toEqual(['dark', 'light'])
  expect(code(await owner.delete(`/api/presets/${preset.id}`))).toEqual([404, 'preset_not_found'])
})

it('rule 143 the API accepts a preset; given fields override it, and a required password must be given', async () => {
  const client = await createIntegrator(owner, ['read', 'share'])
  const settings = { allow_downloads: false, watermark: false }
  const { body: preset } = await createPreset(owner, {
    name: 'Clients',
    settings,
    ask_password: true,
    expires_after_days: 5,
  })
  const listed = (await client.get<{ presets: http.v1.Preset[] }>('/v1/presets')).body.presets
  expect(listed.find(({ id }) => id === preset.id)).toEqual(preset)
  const make = (body: object) => client.post<http.v1.CreatedShare>('/v1/shares', { album_id: album.id, ...body })
  expect(code(await make({ preset_id: preset.id }))).toEqual([400, 'password_wanted'])
  const { body } = await make({ preset_id: preset.id, password: 'puffin', allow_download: true, expires_at: null })
  expect(body).toMatchObject({ has_password: true, allow_download: true, expires_at: null })
  expect(code(await make({ preset_id: randomUUID() }))).toEqual([404, 'preset_not_found'])
  expect((await make({})).body).toMatchObject({ allow_download: true, has_password: false })
})

it('rule 144 at most one is the default, names are unique, and their number is limited', async () => {
  const user = await daymark.createUser()
  const first = (await createPreset(user, { name: 'Weddings', is_default: true })).body
  const second = (await createPreset(user, { name: 'Portraits', is_default: true })).body
  const defaults = async () => (await list(user)).filter(preset => preset.is_default).map(({ name }) => name)
  expect(await defaults()).toEqual(['Portraits'])
  await user.patch(`/api/presets/${first.id}`, { is_default: true })
  expect(await defaults()).toEqual(['Weddings'])
  await user.patch(`/api/presets/${first.id}`, { is_default: false })
  expect(await defaults()).toEqual([])
  expect((await list(user)).map(({ name }) => name)).toEqual(['Portraits', 'Weddings'])
  expect(code(await createPreset(user, { name: 'WEDDINGS' }))).toEqual([409, 'preset_name_taken'])
  expect(code(await user.patch(`/api/presets/${second.id}`, { name: 'weddings' }))).toEqual([409, 'preset_name_taken'])
  expect((await user.patch(`/api/presets/${second.id}`, { name: 'portraits' })).status).toBe(200)
  for (const name of ['', ' ', 'x'.repeat(61), 'a\u202eb', 'a\u0000b'])
    expect((await createPreset(user, { name })).status).toBe(400)
  const wrong = [
    { settings: { theme: 'pink' } },
    { settings: { download_sizes: [] } },
    { expires_after_days: 0 },
    { expires_after_days: 1.5 },
  ]
  for (const body of wrong) expect((await createPreset(user, body)).status).toBe(400)
  const answers = await Promise.all(Array.from({ length: PRESET_LIMITS.max }, () => createPreset(user, {})))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(PRESET_LIMITS.max - 2)
  expect(code(answers.find(({ status }) => status !== 201)!)).toEqual([409, 'presets_full'])
  expect(await list(user)).toHaveLength(PRESET_LIMITS.max)
})

it('rule 144 settings that the plan no longer includes are omitted with an explanation, and return with the plan', async () => {
  const user = await daymark.createUser({ tier: 'professional' })
  await uploadLogo(user)
  await daymark.settle()
  const { body: preset } = await createPreset(user, { name: 'Marked', settings: { watermark: true, theme: 'dark' } })
  expect(preset).toMatchObject({ settings: { watermark: true }, left_out: [] })
  await user.post('/api/subscription/update-tier', { tier: 'starter' })
  const [left] = await list(user)
  expect(left?.settings).toEqual({ theme: 'dark' })
  expect(left?.left_out).toEqual([
    { setting: 'watermark', reason: 'The watermark was omitted: your plan does not include watermarks.' },
  ])
  // a refused setting is not changed by choosing a preset, whatever the form sends
  for (const settings of [{ theme: 'light' }, { theme: 'auto', watermark: false }])
    expect((await user.patch<http.Preset>(`/api/presets/${preset.id}`, { settings })).body.left_out).toHaveLength(1)
  await user.patch(`/api/presets/${preset.id}`, { name: 'Renamed' })
  await user.post('/api/subscription/update-tier', { tier: 'professional' })
  expect((await list(user))[0]).toMatchObject({
    name: 'Renamed',
    settings: { theme: 'auto', watermark: true },
    left_out: [],
  })
  const settings = { watermark: false }
  expect((await user.patch<http.Preset>(`/api/presets/${preset.id}`, { settings })).body.settings).toEqual(settings)
  await user.patch(`/api/presets/${preset.id}`, { settings: { watermark: true } })
  await user.delete('/api/settings/watermark')
  await daymark.settle()
  expect((await list(user))[0]?.left_out[0]?.reason).toMatch(/no watermark image/)
})

it('rule 142 belong to one account, are in its export, and are deleted with it', async () => {
  const user = await daymark.createUser()
  const { body: preset } = await createPreset(user, { name: 'Mine', settings: PROOFS })
  const other = await daymark.createUser({ tier: 'studio' })
  expect(await list(other)).toEqual([])
  expect(code(await other.patch(`/api/presets/${preset.id}`, { name: 'Taken' }))).toEqual([404, 'preset_not_found'])
  expect(code(await other.delete(`/api/presets/${preset.id}`))).toEqual([404, 'preset_not_found'])
  const client = await createIntegrator(other, ['share'])
  const foreignAlbum = await createAlbum(other, 'Theirs')
  const body = { album_id: foreignAlbum.id, preset_id: preset.id }
  expect(code(await client.post('/v1/shares', body))).toEqual([404, 'preset_not_found'])
  const zip = (await user.get('/api/export')).bytes.toString('latin1')
  expect(zip).toContain('"presets"')
  expect(zip).toContain('Mine')
})
