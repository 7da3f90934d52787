import { randomUUID } from 'node:crypto'
import type { http } from '@daymark/contracts'
import type { Visitor } from '@daymark/testing/outside'
import {
  ANNA,
  commentActions,
  commentCounts,
  commentsPath,
  createResolvedThread,
  fillHalfOfLists,
  pickOf,
  picksPath,
  sendList,
  threadsOf,
  writeComment,
} from '../../support/visitor-actions.ts'
import { setUpDaymark } from '../../support/daymark.ts'
import { createIntegrator } from '../../support/integrators.ts'
import { createSharedGallery } from '../../support/shared-gallery.ts'

const daymark = setUpDaymark()
let shared: Awaited<ReturnType<typeof createSharedGallery>>
let talk: ReturnType<typeof commentActions>
beforeAll(async () => {
  shared = await createSharedGallery(daymark, { count: 3 })
  talk = commentActions(daymark, shared)
})

const code = ({ status, body }: { status: number; body: unknown }) => [status, (body as http.ErrorAnswer).code]
const image = (path = 0) => shared.images[path]

describe('limits', () => {
  it('rule 108 reject invalid comments and store HTML as text', async () => {
    const { link, token, anna } = await talk.createThread()
    const refused = [
      { text: ' ' },
      { text: 'x'.repeat(1001) },
      { text: 'a\u0007b' },
      { text: 'a\u202eb' },
      { point: { x: 1.1, y: 0 } },
      { point: { x: 0.5 } },
      { image_id: 'x' },
    ]
    for (const wrong of refused) expect((await writeComment(anna, token, image(), wrong)).status).toBe(400)
    for (const who of [{ name: 'x'.repeat(81) }, { name: 'A\nB' }, { name: 'A', email: 'no' }])
      expect((await writeComment(daymark.visitor(), token, image(), who)).status).toBe(400)
    expect(code(await writeComment(anna, token, { id: randomUUID() }))).toEqual([404, 'photo_not_found'])
    const html = '<img src=x onerror=alert(1)>'
    await writeComment(anna, token, image(1), { text: html })
    expect((await threadsOf(anna, token, image(1)))[0]?.comments[0]?.text).toBe(html)
    expect((await talk.answer(link, randomUUID())).status).toBe(404)
    expect((await talk.answer(link, 'x')).status).toBe(404)
  })

  it('rule 108 apply to comments per thread, per photo and per hour', async () => {
    const { link, token, anna, thread } = await talk.createThread()
    const fill = (count: number, visitor: string | null, minutes: number) =>
      daymark.db('sharing').sql(
        `INSERT INTO comments (thread_id, link_id, photo_id, visitor_id, text, created_at)
         SELECT t.id, t.link_id, t.photo_id, ${visitor ?? 'NULL'}, 'x', $3 FROM comment_threads t, generate_series(1, $2) WHERE t.id = $1`,
        [thread.id, count, new Date(daymark.clock.now().getTime() - minutes * 60_000)],
      )
    await fill(48, null, 120)
    expect((await talk.answer(link, thread.id)).status).toBe(200)
    expect(code(await talk.answer(link, thread.id))).toEqual([409, 'comments_full'])
    expect(code(await writeComment(anna, token, image(), { thread_id: thread.id }))).toEqual([409, 'comments_full'])
    expect((await writeComment(anna, token, image())).status).toBe(201)
    await fill(58, 't.visitor_id', 30)
    expect(code(await writeComment(anna, token, image(1)))).toEqual([429, 'too_many_requests'])
    // the owner can still answer, and others can still write
    const ben = daymark.visitor()
    expect((await writeComment(ben, token, image(1), { name: 'Ben' })).status).toBe(201)
    await fill(91, null, 120)
    expect(code(await writeComment(ben, token, image()))).toEqual([409, 'comments_full'])
  })

  it('rule 102 rule 108: once a link is half full, one address adds 20 names in 15 minutes', async () => {
    const { id, token } = await talk.commentLink()
    await fillHalfOfLists(daymark, id)
    for (let n = 0; n < 20; n++) await writeComment(daymark.visitor(), token, image(), { name: `Visitor ${n}` })
    expect(code(await writeComment(daymark.visitor(), token, image(), { name: 'One more' }))).toEqual([
      429,
      'too_many_requests',
    ])
  })

  it('S-SHARE-15 rule 108 locked, revoked, expired and suspended links allow no access', async () => {
    const { link, token, thread } = await talk.createThread()
    const locked = await talk.commentLink({}, { password: 'puffin' })
    const visitor = daymark.visitor()
    expect(code(await visitor.get(commentsPath(locked.token)))).toEqual([401, 'password_required'])
    expect(code(await writeComment(visitor, locked.token, image(), ANNA))).toEqual([401, 'password_required'])
    await visitor.post(`/api/shares/public/${locked.token}/unlock`, { password: 'puffin' })
    expect((await writeComment(visitor, locked.token, image(), ANNA)).status).toBe(201)
    const calls = async (of: string, who: Visitor) => [
      await who.get(commentsPath(of)),
      await who.get(commentsPath(of, `/images/${image()?.id}`)),
      await writeComment(who, of, image()),
      await who.post(commentsPath(of, `/threads/${thread.id}`), { resolved: true }),
      await who.delete(commentsPath(of, `/${thread.id}`)),
      await who.post(`/api/shares/public/${of}/visitor/key`),
    ]
    await shared.owner.post(`/api/shares/${locked.id}/revoke`)
    expect((await calls(locked.token, visitor)).map(({ status }) => status)).toEqual(Array(6).fill(410))
    await shared.owner.patch(`/api/shares/${link.id}`, { expires_at: '2001-01-01' })
    expect((await calls(token, visitor)).map(({ status }) => status)).toEqual(Array(6).fill(410))
    expect((await calls('x'.repeat(22), visitor)).map(({ status }) => status)).toEqual(Array(6).fill(404))
  })
})

describe('the owner', () => {
  it('rule 109 sees all threads by photo in gallery order, open and resolved, with their authors', async () => {
    const { link, token, anna, thread } = await talk.createThread()
    await writeComment(anna, token, image(2), { text: 'Third' })
    await writeComment(anna, token, image(1), { text: 'Second', point: { x: 0.5, y: 0.25 } })
    await talk.setResolved(link, thread.id, true)
    const all = await talk.shareComments(link)
    expect(all).toMatchObject({
      album_id: shared.album.id,
      settings: { shared: false },
      open: 2,
      resolved: 1,
      total: 3,
    })
    expect(all.threads.map(one => one.image.filename)).toEqual(['Beach 0.JPG', 'Beach 1.JPG', 'Beach 2.JPG'])
    expect(all.threads[1]).toMatchObject({ email: 'anna@example.org', point: { x: 0.5, y: 0.25 }, resolved_at: null })
    expect((await talk.shareComments(link, '?state=resolved')).threads.map(({ id }) => id)).toEqual([thread.id])
    const page = await talk.shareComments(link, '?state=open&limit=1&offset=1')
    expect([page.total, page.threads.map(one => one.comments[0]?.text)]).toEqual([2, ['Third']])
    expect((await talk.shareComments(link, `?image_id=${image(1)?.id}`)).threads).toHaveLength(1)
    expect((await talk.shareComments(link, '?image_id=x')).threads).toEqual([])
  })

  it('rule 109 can remove any comment, and the first one removes its thread', async () => {
    const { link, token, anna, thread } = await talk.createThread()
    await talk.answer(link, thread.id)
    const [, mine] = (await talk.shareComments(link)).threads[0]?.comments ?? []
    const remove = (comment: string | undefined, who: Visitor = shared.owner) =>
      who.delete(`/api/shares/${link.id}/comments/${comment}`)
    expect(code(await remove(thread.comments[0]?.id, await daymark.createUser()))).toEqual([404, 'share_not_found'])
    expect((await remove(mine?.id)).status).toBe(200)
    expect((await threadsOf(anna, token, image()))[0]?.comments).toHaveLength(1)
    await talk.answer(link, thread.id)
    expect((await remove(thread.comments[0]?.id)).status).toBe(200)
    expect(await threadsOf(anna, token, image())).toEqual([])
    expect(code(await remove(thread.comments[0]?.id))).toEqual([404, 'comment_not_found'])
    // the name is free again, because the comments are gone
    const { key } = (await anna.post<{ key?: string }>(`/api/shares/public/${token}/visitor/key`)).body
    expect(key).toBeUndefined()
  })
  it('rule 104 rule 109 a removed pick list is empty on the open page of a visitor who also commented', async () => {
    const link = await talk.commentLink({}, { picks: {} })
    const anna = daymark.visitor()
    await sendList(anna, link.token, [pickOf(image(1), 'picked')])
    await writeComment(anna, link.token, image(1))
    const path = `/api/shares/${link.id}/picks`
    const [list] = (await shared.owner.get<http.SharePicks>(path)).body.lists
    const { list: before } = (await anna.get<http.OwnPicks>(picksPath(link.token))).body
    await shared.owner.delete(`${path}/${list?.id}`)
    const { list: after } = (await anna.get<http.OwnPicks>(picksPath(link.token, `?since=${before?.revision}`))).body
    expect([after?.sent_at, after?.picks]).toEqual([
      null,
      [expect.objectContaining({ image_id: image(1)?.id, choice: 'none' })],
    ])
  })

  it('rule 109 sees no comments of a photo that left the gallery until it returns', async () => {
    const { link, token, anna, thread } = await talk.createThread()
    const path = `/api/albums/${shared.album.id}/images`
    await shared.owner.delete(`${path}/${image()?.id}`)
    await daymark.settle()
    expect([
      await talk.openCommentCount(link),
      (await talk.shareComments(link)).total,
      await threadsOf(anna, token, image()),
    ]).toEqual([0, 0, []])
    expect((await commentCounts(anna, token)).images).toEqual([])
    expect(code(await talk.answer(link, thread.id))).toEqual([404, 'comment_not_found'])
    expect(code(await writeComment(anna, token, image(), { thread_id: thread.id }))).toEqual([404, 'comment_not_found'])
    await shared.owner.post(path, { image_ids: [image()?.id] })
    await daymark.settle()
    expect([await talk.openCommentCount(link), (await talk.shareComments(link)).total]).toEqual([1, 1])
  })

  it('rule 109 comments are stored while their link is in the trash or comments are switched off', async () => {
    const { link, token, anna } = await talk.createThread()
    await shared.owner.patch(`/api/shares/${link.id}`, { comments: null })
    expect([(await talk.shareComments(link)).total, await talk.openCommentCount(link)]).toEqual([1, undefined])
    await shared.owner.patch(`/api/shares/${link.id}`, { comments: {} })
    await shared.owner.delete(`/api/shares/${link.id}`)
    expect((await anna.get(commentsPath(token))).status).toBe(404)
    await shared.owner.post('/api/trash/restore', { share_ids: [link.id] })
    expect((await commentCounts(anna, token)).images).toHaveLength(1)
  })

  it('rule 109 a client of the API reads comments page by page', async () => {
    const studio = await daymark.createUser({ tier: 'studio' })
    const { link, image: photo, images } = await createSharedGallery(daymark, { owner: studio, count: 2 })
    const thread = await createResolvedThread(studio, daymark.visitor(), link, photo)
    const other = await createResolvedThread(studio, daymark.visitor(), link, images[1]!)
    const client = await createIntegrator(studio, ['read'])
    type Page = { threads: http.v1.CommentThread[]; total: number }
    const read = async (query: string) => (await client.get<Page>(`/v1/shares/${link.id}/comments${query}`)).body
    expect(await read('')).toMatchObject({
      total: 2,
      threads: [
        {
          id: thread,
          image_id: photo.id,
          filename: 'Beach 0.JPG',
          point: { x: 0.25, y: 0.5 },
          resolved_at: expect.any(String),
          comments: [
            { by: 'visitor', name: 'Anna', text: 'A little brighter?' },
            { by: 'owner', name: null, text: 'Done, look again' },
          ],
        },
        { id: other },
      ],
    })
    expect((await read('?limit=1&offset=1')).threads.map(({ id }) => id)).toEqual([other])
    expect(await read('?state=open')).toMatchObject({ total: 0, threads: [] })
    expect((await read(`?image_id=${photo.id}`)).threads.map(({ id }) => id)).toEqual([thread])
  })

  it('rule 104 rule 109 the audit log records who reopened or removed a pick list and who removed a comment', async () => {
    const { owner } = shared
    const link = await talk.commentLink({}, { picks: {} })
    const anna = daymark.visitor()
    await sendList(anna, link.token, [pickOf(image(1), 'picked')])
    const [thread] = (await writeComment(anna, link.token, image(1))).body.threads
    const path = `/api/shares/${link.id}`
    const list = (await owner.get<http.SharePicks>(`${path}/picks`)).body.lists[0]?.id
    await owner.post(`${path}/picks/${list}/reopen`)
    await owner.delete(`${path}/picks/${list}`)
    await owner.delete(`${path}/comments/${thread?.comments[0]?.id}`)
    await daymark.settle()
    const admin = await daymark.admin()
    const { entries } = (await admin.get<http.AuditPage>(`/api/admin/audit?actor=${owner.id}`)).body
    const target = { kind: 'link', id: link.id, name: 'Summer' }
    expect(entries.slice(0, 3).map(({ action, target: what, details }) => ({ action, target: what, details }))).toEqual(
      [
        { action: 'comment.removed', target, details: {} },
        { action: 'picks.removed', target, details: { visitor: 'Anna' } },
        { action: 'picks.reopened', target, details: { visitor: 'Anna' } },
      ],
    )
    expect(entries.slice(0, 3).every(({ address }) => Boolean(address))).toBe(true)
  })
})
