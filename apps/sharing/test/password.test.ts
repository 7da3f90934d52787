import { sharing } from '@daymark/contracts'
import { DeleteOldFailures, failureKey } from '@daymark/platform'
import { setUp } from '@daymark/testing'
import { guardedResponses, SharingServices } from './sharing-services.ts'
import { readyPhoto, PublishingLibrary } from './publishing-library.ts'

const MINUTE_MS = 60_000
const env = setUp(() => SharingServices.start())

async function createLockedLink(password = 'Blumenwiese') {
  const library = new PublishingLibrary(env.services)
  const photo = readyPhoto(library.ownerId)
  const album = await library.createAlbum({ photos: [photo] })
  const link = await env.createLink(album, library.actor, { password })
  const change = (changes: object) =>
    env.services.rpc.call(sharing.updateLink, { id: link.id, ...changes }, library.actor)
  return { ...link, photo, change, album, actor: library.actor }
}
const guessPassword = (token: string, count: number, address?: string) =>
  Promise.all(
    Array.from({ length: count }, (_, i) =>
      env.unlock(token, `guess ${i}`, address).catch((e: { code: string }) => e.code),
    ),
  )
const VISITOR_ADDRESS = '203.0.113.1'
/** Records failed attempts directly in the database, because checking passwords takes time. */
const recordFailures = (count: number, ...of: string[]) =>
  env.services
    .db('sharing')
    .sql('INSERT INTO failures (key, failed_at) VALUES ($1, array_fill($2::timestamptz, ARRAY[$3::int]))', [
      failureKey(...(of as [string])),
      env.services.clock.monotonicNow(),
      count,
    ])

describe('a link with a password', () => {
  it('rejects a wrong password and the grant of another link', async () => {
    const [one, two] = [await createLockedLink(), await createLockedLink()]
    await expect(env.unlock(one.token, 'blumenwiese')).rejects.toMatchObject({ code: 'password_required', status: 401 })
    const { grant } = await env.unlock(two.token, 'Blumenwiese')
    await expect(env.getGallery(one.token, grant)).rejects.toMatchObject({ code: 'password_required' })
  })

  it.each([
    ' rosen-2026',
    'rosen-2026 ',
    'rosen-2026\n',
    '\u00a0rosen-2026',
    '\u200brosen-2026\u2060\r\n',
    'ro\u0308sen',
    'two\u00a0words',
  ])('accepts the password if it was copied as %j', async copied => {
    const { token } = await createLockedLink(
      { 'ro\u0308sen': 'r\u00f6sen', 'two\u00a0words': 'two words' }[copied] ?? 'rosen-2026',
    )
    expect(await env.unlock(token, copied)).toEqual({ grant: expect.any(String) })
  })

  it('accepts a password with surrounding spaces only with these spaces', async () => {
    const { token } = await createLockedLink(' two blanks ')
    expect(await env.unlock(token, ' two blanks ')).toEqual({ grant: expect.any(String) })
    for (const wrong of ['two blanks', '  two blanks ', 'twoblanks'])
      await expect(env.unlock(token, wrong)).rejects.toMatchObject({ code: 'password_required' })
  })

  it('counts both spellings of a copied password as one attempt', async () => {
    const { token } = await createLockedLink()
    for (let n = 0; n < 9; n++) await env.unlock(token, `wrong ${n} `).catch(() => {})
    expect(await env.unlock(token, 'Blumenwiese ')).toEqual({ grant: expect.any(String) })
  })

  it('invalidates all grants when the password is set, even to the same value', async () => {
    const { token, change } = await createLockedLink()
    const { grant } = await env.unlock(token, 'Blumenwiese')
    await change({ password: 'Blumenwiese' })
    await expect(env.getGallery(token, grant)).rejects.toMatchObject({ code: 'password_required' })
    const again = await env.unlock(token, 'Blumenwiese')
    expect((await env.getGallery(token, again.grant)).photos).toHaveLength(1)
  })

  it.each([null, ''])('is open after its password was removed (%p)', async password => {
    const { token, change, photo } = await createLockedLink()
    expect(await change({ showTitles: false })).toMatchObject({ hasPassword: true })
    expect(await change({ password })).toMatchObject({ hasPassword: false })
    expect(await guardedResponses(env, token, photo.filename)).toEqual(Array(4).fill('open'))
    expect(await env.unlock(token, 'anything')).toEqual({ grant: expect.any(String) })
  })

  it('reports that it is inactive instead of requesting the password', async () => {
    const { token, photo, id, actor } = await createLockedLink()
    await env.services.rpc.call(sharing.revokeLink, { id }, actor)
    expect(await guardedResponses(env, token, photo.filename)).toEqual(Array(4).fill('share_gone'))
    await expect(env.unlock(token, 'Blumenwiese')).rejects.toMatchObject({ code: 'share_gone' })
    await expect(env.unlock('0'.repeat(22), 'Blumenwiese')).rejects.toMatchObject({ code: 'share_unavailable' })
  })

  it('stores only a salted hash, which no response or event contains', async () => {
    const { id, token, actor } = await createLockedLink('a very secret word')
    const { grant } = await env.unlock(token, 'a very secret word')
    const [row] = await env.services.db('sharing').sql('SELECT * FROM links WHERE id = $1', [id])
    const listed = await env.services.rpc.call(sharing.listLinks, {}, actor)
    await env.services.settle()
    const seen = JSON.stringify([row, listed, await env.getGallery(token, grant), env.published])
    expect(seen).not.toContain('very secret')
    expect(JSON.stringify([listed, env.published])).not.toContain('argon2')
  })
})

describe('a password stored with a lower cost', () => {
  const OUTDATED_HASH =
    '$argon2id$v=19$m=8192,t=1,p=1$VpXHvqkuQa2vSzqlcy1Bug$1aKExX78Ic0s7jRS51APb5hRSetON8C10yeOBy3f1CQ'
  const storedHash = async (id: string) => {
    const [row] = await env.services
      .db('sharing')
      .sql<{ password_hash: string }>('SELECT password_hash FROM links WHERE id = $1', [id])
    return row?.password_hash
  }

  it('opens the gallery and is then stored with the current cost; grants remain valid', async () => {
    const { id, token } = await createLockedLink()
    await env.services.db('sharing').sql('UPDATE links SET password_hash = $2 WHERE id = $1', [id, OUTDATED_HASH])
    await expect(env.unlock(token, 'Blumenwiese')).rejects.toMatchObject({ code: 'password_required' })
    expect(await storedHash(id)).toBe(OUTDATED_HASH)
    const { grant } = await env.unlock(token, 'old')
    expect(await storedHash(id)).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect((await env.getGallery(token, grant)).photos).toHaveLength(1)
    expect(await env.unlock(token, 'old')).toEqual({ grant: expect.any(String) })
    await expect(env.unlock(token, 'Blumenwiese')).rejects.toMatchObject({ code: 'password_required' })
  })
})

describe('a password hint', () => {
  it('is shown when the password is required and removed with the password', async () => {
    const { token, change } = await createLockedLink()
    await expect(env.getGallery(token)).rejects.toMatchObject({ code: 'password_required', params: {} })
    expect(await change({ passwordHint: ' What grows behind the house? ' })).toMatchObject({
      hasPassword: true,
      passwordHint: 'What grows behind the house?',
    })
    await expect(env.getGallery(token)).rejects.toMatchObject({ params: { hint: 'What grows behind the house?' } })
    expect(await change({ password: null })).toMatchObject({ hasPassword: false, passwordHint: null })
  })

  it('must not contain the password', async () => {
    const { change } = await createLockedLink()
    const changing = change({ password: 'Blume', passwordHint: 'it is BLUME' })
    await expect(changing).rejects.toMatchObject({ code: 'invalid_input', status: 400 })
  })
})

describe('guessing a password', () => {
  it('is blocked after 100 failures of an address for 15 minutes, including the correct password', async () => {
    const { id, token } = await createLockedLink()
    await recordFailures(90, 'gallery', id, VISITOR_ADDRESS)
    expect(await guessPassword(token, 9)).toEqual(Array(9).fill('password_required'))
    expect(await env.unlock(token, 'Blumenwiese')).toEqual({ grant: expect.any(String) })
    expect(await guessPassword(token, 1)).toEqual(['password_required'])
    const rejected = await env.unlock(token, 'Blumenwiese').catch((e: unknown) => e)
    expect(rejected).toMatchObject({ code: 'too_many_requests', status: 429 })
    const { retryAfter } = (rejected as { params: { retryAfter: number } }).params
    expect(retryAfter).toBeGreaterThan(14 * 60)
    expect(retryAfter).toBeLessThanOrEqual(15 * 60)
    env.services.clock.advance(15 * MINUTE_MS)
    expect(await env.unlock(token, 'Blumenwiese')).toEqual({ grant: expect.any(String) })
  })

  it('from many addresses is blocked after 1,000 failures per link; grants and other links are not affected', async () => {
    const [link, other] = [await createLockedLink(), await createLockedLink()]
    const { grant } = await env.unlock(link.token, 'Blumenwiese')
    await recordFailures(990, 'gallery-in-all', link.id)
    for (let network = 0; network < 10; network++) await guessPassword(link.token, 1, `198.51.${network}.1`)
    await expect(env.unlock(link.token, 'Blumenwiese', '192.0.2.77')).rejects.toMatchObject({ status: 429 })
    expect((await env.getGallery(link.token, grant)).photos).toHaveLength(1)
    expect(await env.unlock(other.token, 'Blumenwiese', '192.0.2.77')).toEqual({ grant: expect.any(String) })
    env.services.clock.advance(15 * MINUTE_MS)
    expect(await env.unlock(link.token, 'Blumenwiese', '192.0.2.77')).toEqual({ grant: expect.any(String) })
  })

  it('with concurrent attempts has the same limit', async () => {
    const { id, token } = await createLockedLink()
    await recordFailures(90, 'gallery', id, VISITOR_ADDRESS)
    const answers = await guessPassword(token, 25)
    expect(answers.filter(answer => answer === 'password_required')).toHaveLength(10)
    expect(answers.filter(answer => answer === 'too_many_requests')).toHaveLength(15)
  })

  it('is limited per link and network, so that other networks and links are not affected', async () => {
    const [one, two] = [await createLockedLink(), await createLockedLink()]
    await recordFailures(99, 'gallery', one.id, '2001:db8:1:2::/64')
    await guessPassword(one.token, 1, '2001:db8:1:2::1')
    await expect(env.unlock(one.token, 'Blumenwiese', '2001:db8:1:2::ffff')).rejects.toMatchObject({ status: 429 })
    expect(await env.unlock(one.token, 'Blumenwiese', '198.51.100.7')).toEqual({ grant: expect.any(String) })
    expect(await env.unlock(two.token, 'Blumenwiese', '2001:db8:1:2::1')).toEqual({ grant: expect.any(String) })
  })

  it('does not limit 120 guests behind one address who know the password', async () => {
    const { token } = await createLockedLink()
    const entered = await Promise.all(Array.from({ length: 120 }, () => env.unlock(token, 'Blumenwiese')))
    expect(entered).toHaveLength(120)
  })

  it('remains limited after a correct password, which does not count as a failure', async () => {
    const { id, token } = await createLockedLink()
    await recordFailures(99, 'gallery', id, VISITOR_ADDRESS)
    await env.unlock(token, 'Blumenwiese')
    expect(await guessPassword(token, 1)).toEqual(['password_required'])
    expect(await guessPassword(token, 1)).toEqual(['too_many_requests'])
  })

  it('leaves no address in the database after the limit has expired', async () => {
    const { token } = await createLockedLink()
    await guessPassword(token, 1)
    const storedKeys = () => env.services.db('sharing').sql('SELECT key FROM failures')
    await env.services.runJob('sharing', DeleteOldFailures)
    expect((await storedKeys()).length).toBeGreaterThan(0)
    env.services.clock.advance(15 * MINUTE_MS)
    await env.services.runJob('sharing', DeleteOldFailures)
    expect(await storedKeys()).toEqual([])
  })
})
