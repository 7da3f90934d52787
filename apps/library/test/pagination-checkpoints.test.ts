import { library, userDeleted } from '@daymark/contracts'
import type { Database } from '@daymark/platform'
import { jest } from '@jest/globals'
import { setUp } from '@daymark/testing'
import { PHOTOS_PER_CHECKPOINT, CheckpointBuilder } from '../src/lists/pagination-checkpoints.ts'
import { startLibrary, type Owner } from './library-services.ts'

const PHOTO_COUNT = 7000
const PAGE_SIZE = 20
const services = setUp(startLibrary)
let db: Database
let alice: Owner
let tagId: string

/**
 * The photos are inserted directly into the tables, to save time. All are liked and tagged, and the order of their titles differs from the
 * order of their numbers.
 */
beforeAll(async () => {
  db = services.db('library')
  alice = await services.createUser()
  tagId = (await alice.call(library.createTag, { label: 'sea' })).id
  await insertPhotos(1, PHOTO_COUNT, `'Photo ' || (n * 7919 % ${PHOTO_COUNT})`)
  await updateCounters()
  await db.sql('ANALYZE')
})

async function insertPhotos(first: number, last: number, title: string): Promise<void> {
  const ids = await alice.insertPhotos([first, last], { title, is_favorite: 'true', status: `'completed'` })
  await db.sql(
    `WITH placed AS (
       INSERT INTO album_photos (album_id, photo_id, position)
       SELECT a.id, p.id, number FROM photos p JOIN albums a USING (owner_id) WHERE a.is_favorites AND p.id = ANY ($1))
     INSERT INTO photo_tags (tag_id, photo_id, photo_number) SELECT $2, id, number FROM photos WHERE id = ANY ($1)`,
    [ids, tagId],
  )
}
/** Sets the counters that the handlers usually maintain. */
async function updateCounters(): Promise<void> {
  const photos = `(SELECT count(*) FROM photos WHERE owner_id = $1 AND deleted_at IS NULL)`
  const liked = `(SELECT count(*) FROM photos WHERE owner_id = $1 AND deleted_at IS NULL AND is_favorite)`
  await db.sql(
    `UPDATE accounts SET photos = ${photos}, uploads = (SELECT max(number) FROM photos WHERE owner_id = $1) WHERE user_id = $1`,
    [alice.id],
  )
  await db.sql(`UPDATE albums SET photo_count = ${liked} WHERE owner_id = $1 AND is_favorites`, [alice.id])
  await db.sql('UPDATE tags SET usage_count = (SELECT count(*) FROM photo_tags WHERE tag_id = id) WHERE id = $1', [
    tagId,
  ])
}

type ListKind = 'tag' | 'favorites' | 'title'
const LIST_KINDS: ListKind[] = ['tag', 'favorites', 'title']
const REQUESTS = {
  tag: () => ({ filter: { tagId } }),
  favorites: () => ({ filter: { isFavorite: true } }),
  title: () => ({ filter: {}, sort: 'title' as const }),
}
/** SQL for the photos of each list, so that the test counts the photos of each checkpoint independently of the tested code. */
const LISTS = {
  tag: { sort: 'number', key: `lpad(x.photo_number::text, 10, '0')`, from: 'photo_tags x JOIN photos p ON p.id = x.photo_id WHERE x.tag_id = $1' }, // prettier-ignore
  favorites: { sort: 'number', key: `lpad(p.number::text, 10, '0')`, from: 'photos p WHERE p.owner_id = $1 AND p.is_favorite AND p.deleted_at IS NULL' }, // prettier-ignore
  title: { sort: 'title', key: 'p.title', from: 'photos p WHERE p.owner_id = $1 AND p.deleted_at IS NULL' },
}
const listIdOf = (kind: ListKind) => (kind === 'tag' ? tagId : alice.id)

async function listAllIds(kind: ListKind): Promise<string[]> {
  const { key, from } = LISTS[kind]
  const sql = `SELECT p.id FROM ${from} ORDER BY (${key}) COLLATE natural_order, p.id`
  const ids = (await db.sql<{ id: string }>(sql, [listIdOf(kind)])).map(row => row.id)
  return kind === 'title' ? ids : ids.toReversed()
}
const readPage = async (kind: ListKind, offset: number, direction?: 'asc' | 'desc') => {
  const { photos, total } = await alice.call(library.listPhotos, {
    ...REQUESTS[kind](),
    direction,
    limit: PAGE_SIZE,
    offset,
  })
  return { ids: photos.map(({ id }) => id), total }
}
/** Returns the stored and the counted number of photos from each checkpoint to the next. */
const readCheckpoints = (kind: ListKind) =>
  db.sql<{ stored: number; counted: number }>(
    `SELECT s.photos AS stored, (SELECT count(*)::int FROM ${LISTS[kind].from}
         AND ((${LISTS[kind].key}) COLLATE natural_order, p.id) >= (s.from_key, s.from_id)
         AND (s.next_id IS NULL OR ((${LISTS[kind].key}) COLLATE natural_order, p.id) < (s.next_key, s.next_id))) AS counted
     FROM (SELECT *, lead(from_key) OVER w AS next_key, lead(from_id) OVER w AS next_id FROM pagination_checkpoints
           WHERE list_id = $1 AND sort = '${LISTS[kind].sort}' WINDOW w AS (ORDER BY from_key, from_id)) s
     ORDER BY s.from_key, s.from_id`,
    [listIdOf(kind)],
  )
async function expectCorrectPages(kind: ListKind): Promise<void> {
  const all = await listAllIds(kind)
  for (const offset of [0, 3100, Math.floor(all.length / 2), all.length - 3100, all.length - 5]) {
    expect(await readPage(kind, offset)).toEqual({ ids: all.slice(offset, offset + PAGE_SIZE), total: all.length })
    const back = kind === 'title' ? 'desc' : 'asc'
    expect((await readPage(kind, offset, back)).ids).toEqual(all.toReversed().slice(offset, offset + PAGE_SIZE))
  }
}
const untilCheckpointsCreated = () => services.get('library', CheckpointBuilder).waitForRunning()
const sumOf = (rows: { stored: number }[]) => rows.reduce((sum, { stored }) => sum + stored, 0)

describe('a long list', () => {
  it.each(LIST_KINDS)('gets pagination checkpoints on the first request for a distant page: %s', async kind => {
    expect(await readCheckpoints(kind)).toEqual([])
    await readPage(kind, 10)
    await untilCheckpointsCreated()
    expect(await readCheckpoints(kind)).toEqual([])
    await expectCorrectPages(kind)
    await untilCheckpointsCreated()
    const rows = await readCheckpoints(kind)
    expect(rows.map(({ stored }) => stored)).toEqual(
      Array(PHOTO_COUNT / PHOTOS_PER_CHECKPOINT).fill(PHOTOS_PER_CHECKPOINT),
    )
    expect(rows.map(({ counted }) => counted)).toEqual(
      Array(PHOTO_COUNT / PHOTOS_PER_CHECKPOINT).fill(PHOTOS_PER_CHECKPOINT),
    )
    await expectCorrectPages(kind)
  })

  it.each(LIST_KINDS)('is read from an index, starting at the nearest checkpoint: %s', async kind => {
    const spy = jest.spyOn(db, 'sql')
    await readPage(kind, PHOTO_COUNT / 2 + 300)
    const calls = spy.mock.calls.filter(([sql]) => String(sql).includes('OFFSET'))
    spy.mockRestore()
    expect(calls).toHaveLength(1)
    const [[sql, params] = ['', []]] = calls
    const plan = await db.sql<{ 'QUERY PLAN': string }>(`EXPLAIN (ANALYZE, TIMING off) ${String(sql)}`, params)
    const lines = plan.map(line => line['QUERY PLAN'])
    const scan = lines.find(line => line.includes('Index Only Scan'))
    const index = { tag: 'photo_tags_order', favorites: 'photos_liked', title: 'photos_by_title' }[kind]
    expect(scan).toContain(`Index Only Scan using ${index}`)
    expect(Number(/actual rows=(\d+)/.exec(scan ?? '')?.[1])).toBeLessThanOrEqual(PHOTOS_PER_CHECKPOINT + PAGE_SIZE)
    expect(lines.join('\n')).toMatch(/Index Cond: .*ROW\(.*\) >= ROW\(/)
    expect(lines.join('\n')).not.toMatch(/Seq Scan|Sort/)
  })

  it('has correct checkpoints after changes of its photos', async () => {
    const ids = await listAllIds('title')
    const [first, last] = [ids[0] ?? '', ids.at(-1) ?? '']
    const some = (n: number) => ids.slice(n, n + 40)
    for (const title of ['', 'Aa', 'Photo 3500', 'Zz']) await alice.upload({ title })
    await alice.call(library.updatePhoto, { id: first, title: 'Zzz', caption: 'From one end to the other' })
    await alice.call(library.updatePhoto, { id: last, title: 'A' })
    await alice.call(library.updatePhoto, { id: ids[2500] ?? '', caption: 'It stays where it is' })
    for (const id of some(1000)) await alice.call(library.detachTag, { id, tagId })
    await alice.call(library.applyTags, { photoIds: some(1020).slice(5), tagIds: [tagId] })
    await alice.call(library.updatePhoto, { id: ids[4000] ?? '', isFavorite: false })
    await alice.call(library.updatePhoto, { id: ids[4001] ?? '', tags: [] })
    await alice.call(library.deletePhotos, { ids: some(6000) })
    for (const kind of LIST_KINDS) {
      await expectCorrectPages(kind)
      const rows = await readCheckpoints(kind)
      expect(rows.map(({ stored }) => stored)).toEqual(rows.map(({ counted }) => counted))
      expect(sumOf(rows)).toBe((await listAllIds(kind)).length)
      expect(rows).toHaveLength(PHOTO_COUNT / PHOTOS_PER_CHECKPOINT)
    }
  })

  it('gets new checkpoints where many photos were inserted', async () => {
    await insertPhotos(PHOTO_COUNT + 10, 2 * PHOTO_COUNT, `'Zebra ' || n`)
    await updateCounters()
    for (const kind of LIST_KINDS) {
      expect(Math.max(...(await readCheckpoints(kind)).map(({ stored }) => stored))).toBeGreaterThan(
        3 * PHOTOS_PER_CHECKPOINT,
      )
      await expectCorrectPages(kind)
      await untilCheckpointsCreated()
    }
    for (const kind of LIST_KINDS) await expectCorrectPages(kind)
    for (const kind of LIST_KINDS)
      expect(Math.max(...(await readCheckpoints(kind)).map(({ stored }) => stored))).toBe(PHOTOS_PER_CHECKPOINT)
  })

  it('loses its checkpoints when its tag or its owner is deleted', async () => {
    const countCheckpoints = async (id: string) =>
      (await db.sql('SELECT 1 FROM pagination_checkpoints WHERE list_id = $1 LIMIT 1', [id])).length
    expect([await countCheckpoints(tagId), await countCheckpoints(alice.id)]).toEqual([1, 1])
    await alice.call(library.deleteTag, { id: tagId })
    expect([await countCheckpoints(tagId), await countCheckpoints(alice.id)]).toEqual([0, 1])
    await services.publish(userDeleted, alice.id, { userId: alice.id })
    await services.settle()
    expect(await countCheckpoints(alice.id)).toBe(0)
  })
})
