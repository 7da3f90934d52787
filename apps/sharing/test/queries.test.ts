import { randomUUID } from 'node:crypto'
import {
  type Actor,
  anonymous,
  type LinkView,
  MAX_LISTED_GALLERIES,
  sharing,
  studioPages,
  formatSeenState,
} from '@daymark/contracts'
import { measureQueries, setUp } from '@daymark/testing'
import { SharingServices } from './sharing-services.ts'
import { PublishingLibrary } from './publishing-library.ts'

const ALBUM_SIZE = 5000
const VISITOR_COUNT = 50
const PICKS_PER_VISITOR = 200
const THREADS_PER_VISITOR = 20
const UNLIMITED_PICKS = { minimum: null, maximum: null, review: false, deadline: '' }
const env = setUp(() => SharingServices.start())
let token: string
let filename: string
let link: LinkView
let owner: Actor

/** Creates a large album among the albums of other owners. The rows are written directly into the read model, to save time. */
beforeAll(async () => {
  const library = new PublishingLibrary(env.services)
  const album = await library.createAlbum()
  await insertPhotos(album.albumId, library.ownerId)
  for (let i = 0; i < 3; i++) await insertPhotos(randomUUID(), i === 0 ? library.ownerId : randomUUID())
  await env.services.db('sharing').sql('ANALYZE')
  owner = library.actor
  link = await env.createLink(album, owner, { picks: { ...UNLIMITED_PICKS, notes: true }, comments: { shared: true } })
  token = link.token
  filename = (await env.getGallery(token)).photos[0]?.filename ?? ''
})

const insertPhotos = (albumId: string, ownerId: string, size = ALBUM_SIZE) =>
  env.services.db('sharing').sql(
    `WITH filled AS (
       INSERT INTO photos (id, owner_id, version, filename, original_filename, title, caption, original, variants)
       SELECT uuidv7(), $1::uuid, 1, 'IMG-' || n || '-' || left(md5($1::uuid::text || $2::uuid || n), 8) || '.jpg', 'IMG.jpg', 'Title', '',
              file || '{"mimeType": "image/jpeg", "format": "JPEG"}', jsonb_build_object('sm', file, 'md', file, 'lg', file)
       FROM generate_series(1, ${size}) n,
            LATERAL (SELECT jsonb_build_object('key', md5(n::text), 'size', 1, 'sha256', repeat('a', 64), 'crc32', n) AS file) f
       RETURNING id
     ) INSERT INTO album_photos SELECT $2::uuid, id, 2, true, row_number() OVER () FROM filled`,
    [ownerId, albumId],
  )

const measure = (work: () => Promise<unknown>) => measureQueries(env.services.db('sharing'), work)

describe('with 5,000 photos in the album and more elsewhere', () => {
  it('the gallery takes two queries that read only its own photos', async () => {
    const { queries, plans } = await measure(async () => {
      expect((await env.getGallery(token)).photos).toHaveLength(ALBUM_SIZE)
    })
    expect(queries).toBe(2)
    expect(plans).toContain('Index Scan using photos_pkey')
    expect(plans).not.toMatch(/Seq Scan on (photos|album_photos)/)
  })

  it('rule 116: 50 sections with counts take the same two queries', async () => {
    const sections = Array.from({ length: 50 }, (_, n) => ({ id: randomUUID(), name: `${n}`, position: 1 + n * 100 }))
    const setSections = (to: object[]) =>
      env.services
        .db('sharing')
        .sql('UPDATE albums SET sections = $2 WHERE id = $1', [link.albumId, JSON.stringify(to)])
    await setSections(sections)
    const { queries, plans } = await measure(async () => {
      const counts = (await env.getGallery(token)).album.sections?.map(({ photoCount }) => photoCount)
      expect(counts).toEqual(Array(50).fill(100))
    })
    expect(queries).toBe(2)
    expect(plans).not.toMatch(/Seq Scan on (photos|album_photos)/)
    await setSections([])
  })

  it('the archive takes two queries', async () => {
    const { queries, plans } = await measure(async () => {
      expect((await env.listArchive(token)).files).toHaveLength(ALBUM_SIZE)
    })
    expect(queries).toBe(2)
    expect(plans).not.toMatch(/Seq Scan on (photos|album_photos)/)
  })

  it('rule 132: the manifest takes two queries, and three if hashes are missing', async () => {
    const manifest = () => env.services.rpc.call(sharing.getManifest, { token }, anonymous)
    expect((await measure(manifest)).queries).toBe(2)
    const patched = { kind: 'patched', patches: [[3, 5, 0]], crc32: 1 }
    const setVisitorFile = (visitor: object | null) =>
      env.services
        .db('sharing')
        .sql('UPDATE photos SET visitor_file = $2 WHERE owner_id = $1', [
          owner.userId,
          visitor && JSON.stringify(visitor),
        ])
    await setVisitorFile(patched)
    expect((await manifest()).pending).toBe(ALBUM_SIZE)
    const { queries, plans } = await measure(async () => expect((await manifest()).files).toHaveLength(ALBUM_SIZE))
    expect(queries).toBe(3)
    expect(plans).not.toMatch(/Seq Scan on (photos|album_photos)/)
    await setVisitorFile(null)
  })

  it('a media address takes one query by index', async () => {
    const { queries, plans } = await measure(() => env.locate(token, filename))
    expect(queries).toBe(1)
    expect(plans).toContain('photos_stem')
    expect(plans).not.toMatch(/Seq Scan on (photos|album_photos)/)
  })

  it('rule 119: the news of a visitor takes two queries that read only the new photos', async () => {
    const at = env.services.clock.now().getTime()
    await env.services
      .db('sharing')
      .sql(`UPDATE album_photos SET shown_since = $2 WHERE album_id = $1 AND position <= 17`, [link.albumId, 5])
    await env.services.db('sharing').sql('UPDATE albums SET content_version = 9 WHERE id = $1', [link.albumId])
    const { queries, plans } = await measure(async () => {
      const seen = formatSeenState({ since: 4, upTo: 5, at })
      const { newIds, upTo } = await env.services.rpc.call(sharing.getNews, { token, seen }, anonymous)
      expect([newIds.length, upTo]).toEqual([17, 9])
    })
    expect(queries).toBe(2)
    expect(plans).toContain('Index Scan using photos_pkey')
    expect(plans).not.toMatch(/Seq Scan on (photos|album_photos)/)
  })

  describe('with picks of 50 visitors', () => {
    beforeAll(async () => {
      await insertPicks(link.id, link.albumId)
      // other links, which are not queried
      for (let i = 0; i < 3; i++) await insertPicks(randomUUID(), link.albumId)
      await env.services.db('sharing').sql('ANALYZE')
    })

    it('rule 104: all pick lists with counts take two queries', async () => {
      const { queries, plans } = await measure(async () => {
        const { lists } = await env.services.rpc.call(sharing.listPicks, { linkId: link.id }, owner)
        expect(lists.map(({ picked }) => picked)).toEqual(
          Array.from({ length: VISITOR_COUNT }, () => PICKS_PER_VISITOR),
        )
      })
      expect(queries).toBe(2)
      expect(plans).not.toMatch(/Seq Scan on (photos|picks)\b/)
    })

    it('rule 104: a page of picked photos takes three queries regardless of the number of visitors', async () => {
      const { queries, plans } = await measure(async () => {
        const page = { linkId: link.id, only: 'picked' as const, limit: 100, offset: 100 }
        const { photos } = await env.services.rpc.call(sharing.listPickedPhotos, page, owner)
        expect(photos).toHaveLength(100)
      })
      expect(queries).toBe(3)
      expect(plans).not.toMatch(/Seq Scan on (photos|picks)\b/)
    })

    it('rule 103: changes of a visitor’s pick list take three queries by index', async () => {
      const { key } = await env.services.rpc.call(
        sharing.beginPicks,
        { token, name: 'Anna', address: '192.0.2.1' },
        anonymous,
      )
      const { queries, plans } = await measure(async () => {
        const { list } = await env.services.rpc.call(sharing.getPicks, { token, key, since: 0 }, anonymous)
        expect(list?.picks).toEqual([])
      })
      expect(queries).toBe(3)
      expect(plans).not.toMatch(/Seq Scan on picks\b/)
    })
  })

  describe('with comments of 50 visitors', () => {
    let photoId: string
    beforeAll(async () => {
      // other links, which are not queried
      for (let i = 0; i < 16; i++) await insertComments(i === 0 ? link.id : randomUUID(), link.albumId)
      await env.services.db('sharing').sql('ANALYZE')
      const sql = 'SELECT photo_id AS id FROM comment_threads WHERE link_id = $1 ORDER BY id LIMIT 1'
      photoId = (await env.services.db('sharing').sql<{ id: string }>(sql, [link.id]))[0]?.id ?? ''
    })
    const SEQUENTIAL_SCANS = /Seq Scan on (photos|comments|comment_threads)\b/

    it('rule 107: comment counts of all photos take two queries by index', async () => {
      const { queries, plans } = await measure(async () => {
        const { photos } = await env.services.rpc.call(sharing.countComments, { token }, anonymous)
        expect(photos.reduce((sum, { threads }) => sum + threads, 0)).toBe(VISITOR_COUNT * THREADS_PER_VISITOR)
      })
      expect(queries).toBe(2)
      expect(plans).not.toMatch(SEQUENTIAL_SCANS)
    })

    it('rule 107: the threads of a photo take three queries regardless of their number', async () => {
      const { queries, plans } = await measure(async () => {
        const { threads } = await env.services.rpc.call(sharing.listPhotoComments, { token, photoId }, anonymous)
        expect(threads[0]?.comments).toHaveLength(2)
      })
      expect(queries).toBe(3)
      expect(plans).not.toMatch(SEQUENTIAL_SCANS)
    })

    it('rule 109: a page of comments for the owner takes five queries', async () => {
      const { queries, plans } = await measure(async () => {
        const page = { linkId: link.id, state: 'open' as const, limit: 40, offset: 40 }
        const { threads, total } = await env.services.rpc.call(sharing.listComments, page, owner)
        expect([threads.length, total]).toEqual([40, VISITOR_COUNT * THREADS_PER_VISITOR])
      })
      expect(queries).toBe(5)
      expect(plans).not.toMatch(SEQUENTIAL_SCANS)
    })

    it('rule 109: the open threads of all links take one additional query', async () => {
      const { queries, plans } = await measure(async () => {
        const [listed] = await env.services.rpc.call(sharing.listLinks, {}, owner)
        expect(listed?.openComments).toBe(VISITOR_COUNT * THREADS_PER_VISITOR)
      })
      expect(queries).toBe(2)
      expect(plans).not.toMatch(SEQUENTIAL_SCANS)
    })
  })
})

describe('with a studio page of 200 galleries and 20,000 photos', () => {
  const [GALLERY_COUNT, PHOTOS_PER_GALLERY] = [MAX_LISTED_GALLERIES, 100]
  let at: { ownerId: string }
  beforeAll(async () => {
    const library = new PublishingLibrary(env.services)
    await env.createLink(await library.createAlbum(), library.actor)
    at = { ownerId: library.ownerId }
    for (const ownerId of [library.ownerId, randomUUID()]) await insertListedAlbums(library.ownerId, ownerId)
    await env.services.rpc.call(studioPages.updateStudioPage, { enabled: true, name: 'ada-berg' }, library.actor)
    await env.services.db('sharing').sql('ANALYZE')
  })

  /** Creates albums for an owner, each with a copy of the link `like`. */
  async function insertListedAlbums(like: string, ownerId: string) {
    const albums = Array.from({ length: GALLERY_COUNT }, () => randomUUID())
    for (const albumId of albums) await insertPhotos(albumId, ownerId, PHOTOS_PER_GALLERY)
    await env.services.db('sharing').sql(
      `WITH made AS (
         INSERT INTO albums SELECT (jsonb_populate_record(NULL::albums, to_jsonb(a) || jsonb_build_object('id', made, 'owner_id', $2::uuid))).*
         FROM unnest($3::uuid[]) made, LATERAL (SELECT a.* FROM links l JOIN albums a ON a.id = l.album_id WHERE l.owner_id = $1 LIMIT 1) a
         RETURNING id
       ) INSERT INTO links SELECT (jsonb_populate_record(NULL::links, to_jsonb(l) || jsonb_build_object('id', uuidv7(), 'owner_id', $2::uuid, 'album_id', made.id,
           'token', md5(made.id::text), 'studio_position', row_number() OVER ()))).*
         FROM made, LATERAL (SELECT * FROM links WHERE owner_id = $1 ORDER BY id LIMIT 1) l`,
      [like, ownerId, albums],
    )
  }
  it('rule 156: a visitor’s page takes one query for the page and one for its galleries', async () => {
    const opened = await measure(() =>
      env.services.rpc.call(studioPages.openStudioPage, { of: at, address: '192.0.2.1' }, anonymous),
    )
    const shown = await measure(async () => {
      const { galleries } = await env.services.rpc.call(studioPages.listGalleries, at, anonymous)
      expect(galleries.filter(({ open }) => open?.cover)).toHaveLength(GALLERY_COUNT)
    })
    expect([opened.queries, shown.queries]).toEqual([1, 1])
    for (const { plans } of [opened, shown]) expect(plans).not.toMatch(/Seq Scan on (photos|album_photos)/)
  })
})

/** Creates one thread with a question and an answer on each photo. */
const insertComments = (linkId: string, albumId: string) =>
  env.services.db('sharing').sql(
    `WITH visitors AS (SELECT array_agg(uuidv7()) AS ids FROM generate_series(1, ${VISITOR_COUNT})), threads AS (
       INSERT INTO comment_threads (link_id, photo_id, visitor_id, created_at)
       SELECT $1, photo_id, ids[1 + position::int % ${VISITOR_COUNT}], now() FROM visitors, album_photos
       WHERE album_id = $2 AND position <= ${VISITOR_COUNT * THREADS_PER_VISITOR} RETURNING id, photo_id, visitor_id
     ) INSERT INTO comments (thread_id, link_id, photo_id, visitor_id, text, created_at)
     SELECT id, $1, photo_id, CASE n WHEN 1 THEN visitor_id END, 'Brighter?', now() FROM threads, generate_series(1, 2) n`,
    [linkId, albumId],
  )
const insertPicks = (linkId: string, albumId: string) =>
  env.services.db('sharing').sql(
    `WITH lists AS (
       INSERT INTO pick_lists (link_id, key_hash, name, created_at, changed_at)
       SELECT $1, md5($1::uuid::text || n), 'Visitor ' || n, now(), now() FROM generate_series(1, ${VISITOR_COUNT}) n RETURNING id
     ) INSERT INTO picks (list_id, photo_id, link_id, choice, choice_at, note, note_at, revision)
     SELECT l.id, p.photo_id, $1, 'picked', '1800000000000-0000-aaaaaaaa', '', '', 1 FROM lists l,
       LATERAL (SELECT photo_id FROM album_photos WHERE album_id = $2 ORDER BY md5(l.id::text || photo_id) LIMIT ${PICKS_PER_VISITOR}) p`,
    [linkId, albumId],
  )
