import { sharing } from '@daymark/contracts'
import { ForgetFailures, failureKey } from '@daymark/platform'
import { everyAnswer, SharingServices } from './sharing-services.ts'
import { readyPhoto, PublishingLibrary } from './publishing-library.ts'

const MINUTE = 60_000
let w: SharingServices
beforeAll(async () => void (w = await SharingServices.start()))
afterAll(() => w.stop())

async function locked(password = 'Blumenwiese') {
  const library = new PublishingLibrary(w.services)
  const photo = readyPhoto(library.ownerId)
  const album = await library.album({ photos: [photo] })
  const link = await w.create(album, library.actor, { password })
  const change = (changes: object) =>
    w.services.rpc.call(sharing.updateLink, { id: link.id, ...changes }, library.actor)
  return { ...link, photo, change, album, actor: library.actor }
}
const guesses = (token: string, count: number, address?: string) =>
  Promise.all(
    Array.from({ length: count }, (_, i) =>
      w.unlock(token, `guess ${i}`, address).catch((e: { code: string }) => e.code),
    ),
  )
const HERE = '203.0.113.1'
/** As if this many wrong passwords had been given just now, without the time that checking them takes. */
const failedBefore = (count: number, ...of: string[]) =>
  w.services
    .db('sharing')
    .sql('INSERT INTO failures (key, failed_at) VALUES ($1, array_fill($2::timestamptz, ARRAY[$3::int]))', [
      failureKey(...(of as [string])),
      w.services.clock.steady(),
      count,
    ])

describe('a link with a password', () => {
  it('does not open to a wrong one, nor to the proof of another link', async () => {
    const [one, two] = [await locked(), await locked()]
    await expect(w.unlock(one.token, 'blumenwiese')).rejects.toMatchObject({ code: 'password_required', status: 401 })
    const { grant } = await w.unlock(two.token, 'Blumenwiese')
    await expect(w.gallery(one.token, grant)).rejects.toMatchObject({ code: 'password_required' })
  })

  it.each([
    ' rosen-2026',
    'rosen-2026 ',
    'rosen-2026\n',
    '\u00a0rosen-2026',
    '\u200brosen-2026\u2060\r\n',
    'ro\u0308sen',
    'two\u00a0words',
  ])('opens to a password that was copied as %j', async copied => {
    const { token } = await locked(
      { 'ro\u0308sen': 'r\u00f6sen', 'two\u00a0words': 'two words' }[copied] ?? 'rosen-2026',
    )
    expect(await w.unlock(token, copied)).toEqual({ grant: expect.any(String) })
  })

  it('opens to a password with blanks around it as it is, and to no other spelling', async () => {
    const { token } = await locked(' two blanks ')
    expect(await w.unlock(token, ' two blanks ')).toEqual({ grant: expect.any(String) })
    for (const wrong of ['two blanks', '  two blanks ', 'twoblanks'])
      await expect(w.unlock(token, wrong)).rejects.toMatchObject({ code: 'password_required' })
  })

  it('counts both spellings of a copied password as one attempt', async () => {
    const { token } = await locked()
    for (let n = 0; n < 9; n++) await w.unlock(token, `wrong ${n} `).catch(() => {})
    expect(await w.unlock(token, 'Blumenwiese ')).toEqual({ grant: expect.any(String) })
  })

  it('ends all proofs when the password changes, even to the same word', async () => {
    const { token, change } = await locked()
    const { grant } = await w.unlock(token, 'Blumenwiese')
    await change({ password: 'Blumenwiese' })
    await expect(w.gallery(token, grant)).rejects.toMatchObject({ code: 'password_required' })
    const again = await w.unlock(token, 'Blumenwiese')
    expect((await w.gallery(token, again.grant)).photos).toHaveLength(1)
  })

  it.each([null, ''])('opens to all when it is taken away (%p)', async password => {
    const { token, change, photo } = await locked()
    expect(await change({ showTitles: false })).toMatchObject({ hasPassword: true })
    expect(await change({ password })).toMatchObject({ hasPassword: false })
    expect(await everyAnswer(w, token, photo.filename)).toEqual(Array(4).fill('open'))
    expect(await w.unlock(token, 'anything')).toEqual({ grant: expect.any(String) })
  })

  it('is dead first and locked second', async () => {
    const { token, photo, id, actor } = await locked()
    await w.services.rpc.call(sharing.revokeLink, { id }, actor)
    expect(await everyAnswer(w, token, photo.filename)).toEqual(Array(4).fill('share_gone'))
    await expect(w.unlock(token, 'Blumenwiese')).rejects.toMatchObject({ code: 'share_gone' })
    await expect(w.unlock('0'.repeat(22), 'Blumenwiese')).rejects.toMatchObject({ code: 'share_unavailable' })
  })

  it('is kept as a salted hash only and answered to nobody', async () => {
    const { id, token, actor } = await locked('a very secret word')
    const { grant } = await w.unlock(token, 'a very secret word')
    const [row] = await w.services.db('sharing').sql('SELECT * FROM links WHERE id = $1', [id])
    const listed = await w.services.rpc.call(sharing.listLinks, {}, actor)
    await w.services.settle()
    const seen = JSON.stringify([row, listed, await w.gallery(token, grant), w.published])
    expect(seen).not.toContain('very secret')
    expect(JSON.stringify([listed, w.published])).not.toContain('argon2')
  })
})

describe('a password hash with a lower cost than the current one', () => {
  const OLD = '$argon2id$v=19$m=8192,t=1,p=1$VpXHvqkuQa2vSzqlcy1Bug$1aKExX78Ic0s7jRS51APb5hRSetON8C10yeOBy3f1CQ'
  const storedHash = async (id: string) => {
    const [row] = await w.services
      .db('sharing')
      .sql<{ password_hash: string }>('SELECT password_hash FROM links WHERE id = $1', [id])
    return row?.password_hash
  }

  it('opens the gallery and is replaced by one with the current cost; open galleries stay open', async () => {
    const { id, token } = await locked()
    await w.services.db('sharing').sql('UPDATE links SET password_hash = $2 WHERE id = $1', [id, OLD])
    await expect(w.unlock(token, 'Blumenwiese')).rejects.toMatchObject({ code: 'password_required' })
    expect(await storedHash(id)).toBe(OLD)
    const { grant } = await w.unlock(token, 'old')
    expect(await storedHash(id)).toMatch(/^\$argon2id\$/)
    expect((await w.gallery(token, grant)).photos).toHaveLength(1)
    expect(await w.unlock(token, 'old')).toEqual({ grant: expect.any(String) })
    await expect(w.unlock(token, 'Blumenwiese')).rejects.toMatchObject({ code: 'password_required' })
  })
})

describe('a hint', () => {
  it('stands beside the question, and goes with the password', async () => {
    const { token, change } = await locked()
    await expect(w.gallery(token)).rejects.toMatchObject({ code: 'password_required', params: {} })
    expect(await change({ passwordHint: ' What grows behind the house? ' })).toMatchObject({
      hasPassword: true,
      passwordHint: 'What grows behind the house?',
    })
    await expect(w.gallery(token)).rejects.toMatchObject({ params: { hint: 'What grows behind the house?' } })
    expect(await change({ password: null })).toMatchObject({ hasPassword: false, passwordHint: null })
  })

  it('must not give the password away', async () => {
    const { change } = await locked()
    const changing = change({ password: 'Blume', passwordHint: 'it is BLUME' })
    await expect(changing).rejects.toMatchObject({ code: 'invalid_input', status: 400 })
  })
})

describe('guessing', () => {
  it('ends after 100 wrong ones of an address, for the right one too, until 15 minutes have passed', async () => {
    const { id, token } = await locked()
    await failedBefore(90, 'gallery', id, HERE)
    expect(await guesses(token, 9)).toEqual(Array(9).fill('password_required'))
    expect(await w.unlock(token, 'Blumenwiese')).toEqual({ grant: expect.any(String) })
    expect(await guesses(token, 1)).toEqual(['password_required'])
    const refused = await w.unlock(token, 'Blumenwiese').catch((e: unknown) => e)
    expect(refused).toMatchObject({ code: 'too_many_requests', status: 429 })
    const { retryAfter } = (refused as { params: { retryAfter: number } }).params
    expect(retryAfter).toBeGreaterThan(14 * 60)
    expect(retryAfter).toBeLessThanOrEqual(15 * 60)
    w.services.clock.advance(15 * MINUTE)
    expect(await w.unlock(token, 'Blumenwiese')).toEqual({ grant: expect.any(String) })
  })

  it('from many addresses ends after 1,000 per link; a visitor who has entered stays in, and other links stay open', async () => {
    const [link, other] = [await locked(), await locked()]
    const { grant } = await w.unlock(link.token, 'Blumenwiese')
    await failedBefore(990, 'gallery-in-all', link.id)
    for (let network = 0; network < 10; network++) await guesses(link.token, 1, `198.51.${network}.1`)
    await expect(w.unlock(link.token, 'Blumenwiese', '192.0.2.77')).rejects.toMatchObject({ status: 429 })
    expect((await w.gallery(link.token, grant)).photos).toHaveLength(1)
    expect(await w.unlock(other.token, 'Blumenwiese', '192.0.2.77')).toEqual({ grant: expect.any(String) })
    w.services.clock.advance(15 * MINUTE)
    expect(await w.unlock(link.token, 'Blumenwiese', '192.0.2.77')).toEqual({ grant: expect.any(String) })
  })

  it('side by side wins nothing', async () => {
    const { id, token } = await locked()
    await failedBefore(90, 'gallery', id, HERE)
    const answers = await guesses(token, 25)
    expect(answers.filter(a => a === 'password_required')).toHaveLength(10)
    expect(answers.filter(a => a === 'too_many_requests')).toHaveLength(15)
  })

  it('is counted per link and network: others are not shut out, nor is another link', async () => {
    const [one, two] = [await locked(), await locked()]
    await failedBefore(99, 'gallery', one.id, '2001:db8:1:2::/64')
    await guesses(one.token, 1, '2001:db8:1:2::1')
    await expect(w.unlock(one.token, 'Blumenwiese', '2001:db8:1:2::ffff')).rejects.toMatchObject({ status: 429 })
    expect(await w.unlock(one.token, 'Blumenwiese', '198.51.100.7')).toEqual({ grant: expect.any(String) })
    expect(await w.unlock(two.token, 'Blumenwiese', '2001:db8:1:2::1')).toEqual({ grant: expect.any(String) })
  })

  it('120 guests behind one address who know the password enter at the same time', async () => {
    const { token } = await locked()
    const entered = await Promise.all(Array.from({ length: 120 }, () => w.unlock(token, 'Blumenwiese')))
    expect(entered).toHaveLength(120)
  })

  it('is not forgiven by a right one in between, which itself does not count', async () => {
    const { id, token } = await locked()
    await failedBefore(99, 'gallery', id, HERE)
    await w.unlock(token, 'Blumenwiese')
    expect(await guesses(token, 1)).toEqual(['password_required'])
    expect(await guesses(token, 1)).toEqual(['too_many_requests'])
  })

  it('leaves no address behind once it no longer counts', async () => {
    const { token } = await locked()
    await guesses(token, 1)
    const kept = () => w.services.db('sharing').sql('SELECT key FROM failures')
    await w.services.runJob('sharing', ForgetFailures)
    expect((await kept()).length).toBeGreaterThan(0)
    w.services.clock.advance(15 * MINUTE)
    await w.services.runJob('sharing', ForgetFailures)
    expect(await kept()).toEqual([])
  })
})
