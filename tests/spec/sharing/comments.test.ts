import type { http } from '@daymark/contracts'
import type { Visitor } from '@daymark/testing/outside'
import {
  ANNA,
  commentActions,
  commentCounts,
  commentsPath,
  pickOf,
  picksPath,
  threadsOf,
  visitorPath,
  writeComment,
} from '../../support/visitor-actions.ts'
import { setUpDaymark } from '../../support/daymark.ts'
import { createSharedGallery } from '../../support/shared-gallery.ts'

const daymark = setUpDaymark()
let shared: Awaited<ReturnType<typeof createSharedGallery>>
let talk: ReturnType<typeof commentActions>
beforeAll(async () => {
  shared = await createSharedGallery(daymark, { count: 3 })
  talk = commentActions(daymark, shared)
})

const code = ({ status, body }: { status: number; body: unknown }) => [status, (body as http.ErrorAnswer).code]
const image = (index = 0) => shared.images[index]

describe('comments of a link', () => {
  it('rule 106 are disabled by default, and the gallery says when they are enabled', async () => {
    const gallery = async (of: string) =>
      (await daymark.visitor().get<http.PublicShare>(`/api/shares/public/${of}`)).body
    expect((await gallery(shared.token)).link.comments).toBeNull()
    for (const refused of [
      await daymark.visitor().get(commentsPath(shared.token)),
      await daymark.visitor().get(commentsPath(shared.token, `/images/${image()?.id}`)),
      await writeComment(daymark.visitor(), shared.token, image(), ANNA),
    ])
      expect(code(refused)).toEqual([403, 'comments_off'])
    const link = await talk.commentLink()
    expect(link.comments).toEqual({ shared: false })
    expect((await gallery(link.token)).link.comments).toEqual({ shared: false })
    const { body } = await shared.owner.patch<http.Share>(`/api/shares/${link.id}`, { comments: { shared: true } })
    expect(body.comments).toEqual({ shared: true })
    await shared.owner.patch(`/api/shares/${link.id}`, { comments: null })
    expect((await gallery(link.token)).link.comments).toBeNull()
    for (const wrong of ['on', { shared: 'yes' }])
      expect((await shared.owner.post('/api/shares', { album_id: shared.album.id, comments: wrong })).status).toBe(400)
  })
})

describe('a thread', () => {
  it('rule 107 starts with a name, which is given once, and is at the marked place', async () => {
    const { token } = await talk.commentLink()
    const anna = daymark.visitor()
    expect(await commentCounts(anna, token)).toEqual({ name: null, images: [] })
    expect(code(await writeComment(anna, token, image()))).toEqual([400, 'invalid_input'])
    const first = await writeComment(anna, token, image(), { ...ANNA, point: { x: 0.123456, y: 1 } })
    expect(first.status).toBe(201)
    expect(first.body).toEqual({
      name: 'Anna',
      threads: [
        {
          id: expect.any(String),
          point: { x: 0.1235, y: 1 },
          resolved_at: null,
          mine: true,
          created_at: expect.any(String),
          comments: [
            {
              id: expect.any(String),
              by: 'visitor',
              name: 'Anna',
              text: 'A little brighter?',
              created_at: expect.any(String),
              removable: true,
            },
          ],
        },
      ],
    })
    const second = await writeComment(anna, token, image(), { text: 'And\nlarger', name: 'Another name' })
    expect(second.body.threads.map(({ point, comments }) => [point, comments[0]?.name])).toEqual([
      [{ x: 0.1235, y: 1 }, 'Anna'],
      [null, 'Anna'],
    ])
    await writeComment(anna, token, image(1))
    const { name, images } = await commentCounts(anna, token)
    expect(name).toBe('Anna')
    expect(images.toSorted((a, b) => b.threads - a.threads)).toEqual([
      { id: image()?.id, threads: 2, open: 2 },
      { id: image(1)?.id, threads: 1, open: 1 },
    ])
  })

  it('rule 107 continues between visitor and owner, whose name is not shown; answered comments cannot be removed', async () => {
    const { link, token, anna, thread } = await talk.createThread()
    expect((await talk.answer(link, thread.id)).status).toBe(200)
    const [mine] = await threadsOf(anna, token, image())
    expect(mine?.comments.map(({ by, name, text, removable }) => [by, name, text, removable])).toEqual([
      ['visitor', 'Anna', 'A little brighter?', false],
      ['owner', null, 'Of course', false],
    ])
    const remove = (comment: string | undefined) => anna.delete(commentsPath(token, `/${comment}`))
    expect(code(await remove(thread.comments[0]?.id))).toEqual([409, 'comment_answered'])
    const again = await writeComment(anna, token, image(), { thread_id: thread.id, text: 'Thank you' })
    const last = again.body.threads[0]?.comments.at(-1)
    expect(last).toMatchObject({ text: 'Thank you', removable: true })
    expect((await remove(last?.id)).status).toBe(200)
    expect((await threadsOf(anna, token, image()))[0]?.comments).toHaveLength(2)
  })

  it('rule 107 can be resolved and reopened by the owner and its author, and an answer of a visitor reopens it', async () => {
    const { link, token, anna, thread } = await talk.createThread()
    expect(await talk.openCommentCount(link)).toBe(1)
    expect((await talk.setResolved(link, thread.id, true)).status).toBe(200)
    expect((await threadsOf(anna, token, image()))[0]?.resolved_at).toEqual(expect.any(String))
    expect([await talk.openCommentCount(link), (await commentCounts(anna, token)).images[0]?.open]).toEqual([0, 0])
    await talk.answer(link, thread.id)
    expect((await threadsOf(anna, token, image()))[0]?.resolved_at).not.toBeNull()
    const resolveAs = (resolved: boolean, visitor = anna) =>
      visitor.post<http.ImageComments>(commentsPath(token, `/threads/${thread.id}`), { resolved })
    expect((await resolveAs(false)).body.threads[0]?.resolved_at).toBeNull()
    expect((await resolveAs(true)).body.threads[0]?.resolved_at).toEqual(expect.any(String))
    await writeComment(anna, token, image(), { thread_id: thread.id })
    expect(await talk.openCommentCount(link)).toBe(1)
    const ben = daymark.visitor()
    await writeComment(ben, token, image(), { name: 'Ben' })
    expect(code(await resolveAs(true, ben))).toEqual([404, 'comment_not_found'])
    expect(code(await resolveAs(true, daymark.visitor()))).toEqual([404, 'comment_not_found'])
  })

  it('rule 107 of other visitors is visible only if the owner shares comments', async () => {
    const { link, token, thread } = await talk.createThread()
    const ben = daymark.visitor()
    await writeComment(ben, token, image(), { name: 'Ben', text: 'Mine' })
    const texts = async (visitor: Visitor) =>
      (await threadsOf(visitor, token, image())).map(({ comments }) => comments[0]?.text)
    expect(await texts(ben)).toEqual(['Mine'])
    expect(await texts(daymark.visitor())).toEqual([])
    expect((await commentCounts(daymark.visitor(), token)).images).toEqual([])
    const joining = { thread_id: thread.id, text: 'I agree' }
    expect(code(await writeComment(ben, token, image(), joining))).toEqual([404, 'comment_not_found'])
    await shared.owner.patch(`/api/shares/${link.id}`, { comments: { shared: true } })
    expect(await texts(ben)).toEqual(['A little brighter?', 'Mine'])
    expect((await commentCounts(daymark.visitor(), token)).images).toEqual([{ id: image()?.id, threads: 2, open: 2 }])
    const refusedReply = await writeComment(ben, token, image(), joining)
    expect(refusedReply.body.threads[0]).toMatchObject({
      mine: false,
      comments: [{ removable: false }, { removable: true }],
    })
    // a thread of another image
    expect(code(await writeComment(ben, token, image(1), joining))).toEqual([404, 'comment_not_found'])
  })

  it('rule 107 belongs to the same visitor as the pick list, on all devices', async () => {
    const { token } = await talk.commentLink({}, { picks: {} })
    const [anna, ben] = [daymark.visitor(), daymark.visitor()]
    await anna.post(picksPath(token), { name: 'Anna' })
    expect((await writeComment(anna, token, image())).body.name).toBe('Anna')
    // the other way round: a visitor who commented is not asked for a name when picking
    await writeComment(ben, token, image(), { name: 'Ben' })
    const list = (await ben.get<http.OwnPicks>(picksPath(token))).body.list
    expect(list).toMatchObject({ name: 'Ben', picks: [] })
    const link = (await shared.owner.get<http.Share[]>('/api/shares')).body.find(one => one.token === token)
    const lists = async () =>
      (await shared.owner.get<http.SharePicks>(`/api/shares/${link?.id}/picks`)).body.lists.map(({ name }) => name)
    expect(await lists()).toEqual(['Anna'])
    await ben.post(picksPath(token, '/changes'), { changes: [pickOf(image(), 'picked')] })
    expect(await lists()).toEqual(['Ben', 'Anna'])
    const { key } = (await ben.post<{ key: string }>(visitorPath(token, '/key'))).body
    const phone = daymark.visitor()
    const opened = await phone.post(visitorPath(token, '/open'), { key })
    expect(opened.body).toEqual({ name: 'Ben', email: null })
    expect(await threadsOf(phone, token, image())).toHaveLength(1)
    await phone.post(visitorPath(token, '/leave'))
    expect(await threadsOf(phone, token, image())).toEqual([])
    // a visitor who commented keeps the name when the list is removed
    const { id } = (await shared.owner.get<http.SharePicks>(`/api/shares/${link?.id}/picks`)).body.lists[0]!
    expect((await shared.owner.delete(`/api/shares/${link?.id}/picks/${id}`)).status).toBe(200)
    expect(await lists()).toEqual(['Anna'])
    expect((await threadsOf(ben, token, image()))[0]?.comments[0]?.name).toBe('Ben')
  })
})
