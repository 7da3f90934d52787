import { randomUUID } from 'node:crypto'
import { type Actor, anonymous, type LinkView, sharing } from '@daymark/contracts'
import type { Database } from '@daymark/platform'
import { jest } from '@jest/globals'
import { SharingWorld } from './sharing-world.ts'
import { PublishingLibrary } from './publishing-library.ts'

const ALBUM_SIZE = 5000
const VISITORS = 50
const PICKS_EACH = 200
const ANY = { minimum: null, maximum: null, review: false, deadline: '' }
let w: SharingWorld
let token: string
let filename: string
let link: LinkView
let owner: Actor

/** A large album among those of others; written straight into the copy, for the sake of time. */
beforeAll(async () => {
  w = await SharingWorld.start()
  const library = new PublishingLibrary(w.world)
  const album = await library.album()
  await fill(album.albumId, library.ownerId)
  for (let i = 0; i < 3; i++) await fill(randomUUID(), i === 0 ? library.ownerId : randomUUID())
  await w.world.db('sharing').sql('ANALYZE')
  owner = library.actor
  link = await w.create(album, owner, { picks: { ...ANY, notes: true } })
  token = link.token
  filename = (await w.gallery(token)).photos[0]?.filename ?? ''
}, 60_000)
afterAll(() => w.stop())

const fill = (albumId: string, ownerId: string) =>
  w.world.db('sharing').sql(
    `WITH filled AS (
       INSERT INTO photos (id, owner_id, version, filename, original_filename, title, caption, original, variants)
       SELECT uuidv7(), $1::uuid, 1, 'IMG-' || n || '-' || left(md5($1::uuid::text || $2::uuid || n), 8) || '.jpg', 'IMG.jpg', 'Title', '',
              file || '{"mimeType": "image/jpeg", "format": "JPEG"}', jsonb_build_object('sm', file, 'md', file, 'lg', file)
       FROM generate_series(1, ${ALBUM_SIZE}) n,
            LATERAL (SELECT jsonb_build_object('key', md5(n::text), 'size', 1, 'sha256', repeat('a', 64), 'crc32', n) AS file) f
       RETURNING id
     ) INSERT INTO placements SELECT $2::uuid, id, 2, true, row_number() OVER () FROM filled`,
    [ownerId, albumId],
  )

type Sql = Parameters<Database['sql']>[0]
const textOf = (sql: Sql) => (typeof sql === 'string' ? sql : sql.text)

/** What the service asked the database, and how the database would go about it. */
async function asked(ask: () => Promise<unknown>): Promise<{ queries: number; plans: string }> {
  const db = w.world.db('sharing')
  const spy = jest.spyOn(db, 'sql')
  await ask()
  // relay, inbox and jobs ask through the same object
  const calls = spy.mock.calls.filter(([sql]) => !/outbox|dead_letters|inbox|jobs/.test(textOf(sql)))
  spy.mockRestore()
  const plans = await Promise.all(calls.map(([sql, params]) => db.sql(`EXPLAIN ${textOf(sql)}`, params)))
  return { queries: calls.length, plans: JSON.stringify(plans) }
}

describe('with 5,000 photos in the album and more elsewhere', () => {
  it('the public answer takes two queries that read no photos but its own', async () => {
    const { queries, plans } = await asked(async () => {
      expect((await w.gallery(token)).photos).toHaveLength(ALBUM_SIZE)
    })
    expect(queries).toBe(2)
    expect(plans).toContain('Index Scan using photos_pkey')
    expect(plans).not.toMatch(/Seq Scan on (photos|placements)/)
  })

  it('the archive takes two as well', async () => {
    const { queries, plans } = await asked(async () => {
      expect((await w.archive(token)).files).toHaveLength(ALBUM_SIZE)
    })
    expect(queries).toBe(2)
    expect(plans).not.toMatch(/Seq Scan on (photos|placements)/)
  })

  it('a media address takes one, by index', async () => {
    const { queries, plans } = await asked(() => w.locate(token, filename))
    expect(queries).toBe(1)
    expect(plans).toContain('photos_stem')
    expect(plans).not.toMatch(/Seq Scan on (photos|placements)/)
  })

  describe('and picks of 50 visitors', () => {
    beforeAll(async () => {
      await pick(link.id, link.albumId)
      // links of others, which nobody asks about
      for (let i = 0; i < 3; i++) await pick(randomUUID(), link.albumId)
      await w.world.db('sharing').sql('ANALYZE')
    })

    it('rule 104 all lists with their counts take two queries', async () => {
      const { queries, plans } = await asked(async () => {
        const { lists } = await w.world.rpc.call(sharing.listPicks, { linkId: link.id }, owner)
        expect(lists.map(({ picked }) => picked)).toEqual(Array.from({ length: VISITORS }, () => PICKS_EACH))
      })
      expect(queries).toBe(2)
      expect(plans).not.toMatch(/Seq Scan on (photos|picks)\b/)
    })

    it('rule 104 a page of picked photos takes three, however many picked them', async () => {
      const { queries, plans } = await asked(async () => {
        const page = { linkId: link.id, only: 'picked' as const, limit: 100, offset: 100 }
        const { photos } = await w.world.rpc.call(sharing.listPickedPhotos, page, owner)
        expect(photos).toHaveLength(100)
      })
      expect(queries).toBe(3)
      expect(plans).not.toMatch(/Seq Scan on (photos|picks)\b/)
    })

    it('rule 103 a visitor asks for what is new to her with three, by index', async () => {
      const { key } = await w.world.rpc.call(
        sharing.beginPicks,
        { token, name: 'Anna', address: '192.0.2.1' },
        anonymous,
      )
      const { queries, plans } = await asked(async () => {
        const { list } = await w.world.rpc.call(sharing.getPicks, { token, key, since: 0 }, anonymous)
        expect(list?.picks).toEqual([])
      })
      expect(queries).toBe(3)
      expect(plans).not.toMatch(/Seq Scan on picks\b/)
    })
  })
})

const pick = (linkId: string, albumId: string) =>
  w.world.db('sharing').sql(
    `WITH lists AS (
       INSERT INTO pick_lists (link_id, key_hash, name, created_at, changed_at)
       SELECT $1, md5($1::uuid::text || n), 'Visitor ' || n, now(), now() FROM generate_series(1, ${VISITORS}) n RETURNING id
     ) INSERT INTO picks (list_id, photo_id, link_id, choice, choice_at, note, note_at, revision)
     SELECT l.id, p.photo_id, $1, 'picked', '1800000000000-0000-aaaaaaaa', '', '', 1 FROM lists l,
       LATERAL (SELECT photo_id FROM placements WHERE album_id = $2 ORDER BY md5(l.id::text || photo_id) LIMIT ${PICKS_EACH}) p`,
    [linkId, albumId],
  )
