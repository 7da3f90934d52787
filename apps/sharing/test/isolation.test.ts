import { randomUUID } from 'node:crypto'
import { type Actor, anonymous, sharing, system } from '@daymark/contracts'
import { actorOf } from '@daymark/testing'
import { ownersOf, sharedAlbum } from './shared-album.ts'
import { SharingWorld } from './sharing-world.ts'

let w: SharingWorld
let owners: ReturnType<typeof ownersOf>
beforeAll(async () => {
  w = await SharingWorld.start()
  owners = ownersOf(w)
})
afterAll(() => w.stop())

const attempt = (act: 'update' | 'revoke' | 'reinstate' | 'remove', id: string, actor: Actor) =>
  act === 'update' ? owners.update(id, { allowDownloads: false }, actor) : owners[act](id, actor)

describe('somebody else', () => {
  it.each(['update', 'revoke', 'reinstate', 'remove'] as const)(
    'finds no link to %s, as with an id that does not exist',
    async act => {
      const { link, actor } = await sharedAlbum(w)
      const stranger = actorOf(randomUUID())
      const refusal = { code: 'share_not_found', status: 404 }
      for (const id of [link.id, randomUUID(), 'x', ''])
        await expect(attempt(act, id, stranger)).rejects.toMatchObject(refusal)
      expect(await owners.list(actor)).toEqual([link])
      expect(await w.news()).toEqual([])
    },
  )

  it('S-SHARE-01 sees no link of others in the list, and none of an album that is not theirs', async () => {
    const { album, link, actor } = await sharedAlbum(w)
    const stranger = actorOf(randomUUID())
    expect(await owners.list(stranger)).toEqual([])
    expect(await owners.list(stranger, album.albumId)).toEqual([])
    const page = { albumId: album.albumId, limit: 10, offset: 0 }
    const [theirs, none] = [{ albumIds: [album.albumId] }, { albumIds: [] }]
    for (const [who, links, shared] of [
      [actor, [link], theirs],
      [stranger, [], none],
    ] as const) {
      expect(await w.world.rpc.call(sharing.listLinkPage, page, who)).toEqual({ links, total: links.length })
      expect(await w.world.rpc.call(sharing.findShared, theirs, who)).toEqual(shared)
    }
    expect(await w.world.rpc.call(sharing.getLink, { id: link.id }, actor)).toEqual(link)
    for (const id of [link.id, randomUUID(), 'x']) {
      expect(await codeOf(w.world.rpc.call(sharing.getLink, { id }, stranger))).toBe('share_not_found')
      expect(await codeOf(w.world.rpc.call(sharing.getOwnManifest, { linkId: id }, stranger))).toBe('share_not_found')
    }
  })

  it('S-SHARE-01 finds no selection, no figures and no photo to share', async () => {
    const { link, photo, actor } = await sharedAlbum(w)
    const selection = await w.world.rpc.call(sharing.createSelection, { photoIds: [photo.photoId] }, actor)
    const stranger = actorOf(randomUUID())
    for (const { userId } of [actor, stranger]) await w.plan(userId, 'studio')
    const codes = (selectionId: string, linkId: string, who: Actor) => {
      const calls = [
        w.world.rpc.call(sharing.getSelection, { id: selectionId }, who),
        w.world.rpc.call(sharing.addSelectionLink, { selectionId }, who),
        w.world.rpc.call(sharing.getAnalytics, { id: linkId, days: 7, timeZone: 'UTC' }, who),
      ]
      return Promise.all(calls.map(codeOf))
    }
    const refusals = ['album_not_found', 'album_not_found', 'share_not_found']
    expect(await codes(selection.albumId, link.id, actor)).toEqual(['it worked', 'it worked', 'it worked'])
    expect(await codes(selection.albumId, link.id, stranger)).toEqual(refusals)
    expect(await codes(randomUUID(), randomUUID(), stranger)).toEqual(refusals)
    const taken = w.world.rpc.call(sharing.createSelection, { photoIds: [photo.photoId] }, stranger)
    expect(await codeOf(taken)).toBe('photo_not_found')
    expect(await w.world.rpc.call(sharing.countLinks, {}, stranger)).toEqual({
      total: 0,
      active: 0,
      sharedAlbumIds: [],
    })
    expect(await w.world.rpc.call(sharing.listSharedAlbums, {}, stranger)).toEqual([])
  })

  it('S-SHARE-01 rule 104 finds no list of what visitors picked', async () => {
    const { link, actor } = await sharedAlbum(w)
    const picks = { minimum: null, maximum: null, review: false, notes: true, deadline: '' }
    await owners.update(link.id, { picks }, actor)
    const begun = { token: link.token, name: 'Anna', address: '192.0.2.1' }
    await w.world.rpc.call(sharing.beginPicks, begun, anonymous)
    const [list] = (await w.world.rpc.call(sharing.listPicks, { linkId: link.id }, actor)).lists
    const codes = (linkId: string, who: Actor) => {
      const [of, page] = [{ linkId, listId: list?.id ?? '' }, { only: 'picked', limit: 10, offset: 0 } as const]
      const calls = [
        () => w.world.rpc.call(sharing.listPicks, { linkId }, who),
        () => w.world.rpc.call(sharing.listPickedPhotos, { ...of, ...page }, who),
        () => w.world.rpc.call(sharing.reopenPicks, of, who),
        () => w.world.rpc.call(sharing.removePicks, of, who),
      ]
      return oneByOne(calls)
    }
    const stranger = actorOf(randomUUID())
    for (const id of [link.id, randomUUID()])
      expect(await codes(id, stranger)).toEqual(Array(4).fill('share_not_found'))
    expect(await codes(link.id, actor)).toEqual(Array(4).fill('it worked'))
  })

  it('S-SHARE-01 rule 109 finds nothing that visitors wrote', async () => {
    const { link, actor, photo } = await sharedAlbum(w)
    await owners.update(link.id, { comments: { shared: false } }, actor)
    const said = { token: link.token, photoId: photo.photoId, name: 'Anna', text: 'Brighter?', address: '192.0.2.1' }
    const [thread] = (await w.world.rpc.call(sharing.writeComment, said, anonymous)).threads
    const codes = (linkId: string, who: Actor) => {
      const of = { linkId, threadId: thread?.id ?? '' }
      return oneByOne([
        () => w.world.rpc.call(sharing.listComments, { linkId, state: 'all', limit: 10, offset: 0 }, who),
        () => w.world.rpc.call(sharing.answerComment, { ...of, text: 'Yes' }, who),
        () => w.world.rpc.call(sharing.resolveThread, { ...of, resolved: true }, who),
        () => w.world.rpc.call(sharing.removeComment, { linkId, commentId: thread?.comments[0]?.id ?? '' }, who),
      ])
    }
    const stranger = actorOf(randomUUID())
    for (const id of [link.id, randomUUID()])
      expect(await codes(id, stranger)).toEqual(Array(4).fill('share_not_found'))
    expect(await codes(link.id, actor)).toEqual(Array(4).fill('it worked'))
  })

  it('S-SHARE-01 rule 130 rule 131 finds nobody who waits or picked, and completes nothing', async () => {
    const { link, actor } = await sharedAlbum(w)
    await owners.update(link.id, { firstLook: { expected: null, note: '' } }, actor)
    const proof = { token: link.token, email: 'anna@example.org', address: '192.0.2.1' }
    await w.world.rpc.call(sharing.awaitGallery, proof, anonymous)
    const { waiting } = await w.world.rpc.call(sharing.listWaiting, { linkId: link.id }, actor)
    const codes = (linkId: string, who: Actor) =>
      oneByOne([
        () => w.world.rpc.call(sharing.listWaiting, { linkId }, who),
        () => w.world.rpc.call(sharing.removeWaiting, { linkId, waitingId: waiting[0]?.id ?? '' }, who),
        () => w.world.rpc.call(sharing.completeLink, { id: linkId, byMail: true }, who),
      ])
    const stranger = actorOf(randomUUID())
    for (const id of [link.id, randomUUID()])
      expect(await codes(id, stranger)).toEqual(Array(3).fill('share_not_found'))
    const asked = { albumId: link.albumId, by: 'anybody' }
    expect(await w.world.rpc.call(sharing.listAlbumPicks, asked, stranger)).toEqual({ people: [], photoIds: [] })
    expect(await codes(link.id, actor)).toEqual(Array(3).fill('it worked'))
  })

  it('S-SHARE-01 rule 148 finds no link through which guests send', async () => {
    const { album, actor } = await sharedAlbum(w)
    const made = { albumId: album.albumId, albumVersion: 1, title: 'Guests' }
    const link = await w.world.rpc.call(sharing.createUploadLink, made, actor)
    const codes = (id: string, who: Actor) =>
      oneByOne([
        () => w.world.rpc.call(sharing.getUploadLink, { id }, who),
        () => w.world.rpc.call(sharing.updateUploadLink, { id, title: 'Mine' }, who),
        () => w.world.rpc.call(sharing.closeUploadLink, { id, revoked: true }, who),
        () => w.world.rpc.call(sharing.deleteUploadLink, { id }, who),
      ])
    const stranger = actorOf(randomUUID())
    const list = { albumId: album.albumId }
    expect(await codeOf(w.world.rpc.call(sharing.createUploadLink, made, stranger))).toBe('album_not_found')
    expect(await w.world.rpc.call(sharing.listUploadLinks, list, stranger)).toEqual({ links: [] })
    for (const id of [link.id, randomUUID(), 'x'])
      expect(await codes(id, stranger)).toEqual(Array(4).fill('upload_link_not_found'))
    expect(await w.world.rpc.call(sharing.listUploadLinks, list, actor)).toEqual({ links: [link] })
    expect(await codes(link.id, actor)).toEqual(Array(4).fill('it worked'))
  })

  it('rule 122 reads no mail: only the system does, which sends it', async () => {
    const { actor } = await sharedAlbum(w)
    for (const who of [actor, anonymous, actorOf(randomUUID(), 'super_admin')])
      expect(await codeOf(w.world.rpc.call(sharing.readMail, { mailId: randomUUID() }, who))).toBe('forbidden')
    expect(await w.world.rpc.call(sharing.readMail, { mailId: randomUUID() }, system)).toEqual({ mail: null })
  })

  it('S-SHARE-01 no call is missing here: each names something of its owner, or is open to whoever has the link', () => {
    const owners = ['listLinks', 'updateLink', 'revokeLink', 'reinstateLink', 'deleteLink', 'countLinks']
    const more = ['listSharedAlbums', 'createSelection', 'addSelectionLink', 'getSelection', 'getAnalytics']
    const pages = ['listLinkPage', 'getLink', 'findShared', 'listChanges', 'getOwnManifest']
    // library is asked first whether the album is the caller's
    const asked = ['createLink']
    const byToken = ['getGallery', 'getCard', 'openLink', 'listFiles', 'locatePublic', 'listArchive', 'claimDownloads']
    const ownPicks = [
      'beginPicks',
      'changePicks',
      'getPicks',
      'sendPicks',
      'findVisitor',
      'awaitGallery',
      'getFirstLook',
    ]
    const ownComments = ['countComments', 'listPhotoComments', 'writeComment', 'resolveOwnThread', 'removeOwnComment']
    // signed by the mail that they are about
    const ownMails = ['mailPersonalLink', 'getVisitorMails', 'stopVisitorMails']
    const read = ['getNews', 'getManifest', 'resolveName']
    const visitors = [...byToken, ...ownPicks, ...ownComments, ...ownMails, ...read, 'unlock', 'track']
    const picks = ['listPicks', 'listPickedPhotos', 'reopenPicks', 'removePicks']
    const comments = ['listVisitedLinks', 'listComments', 'answerComment', 'resolveThread', 'removeComment']
    const firstLooks = ['listWaiting', 'removeWaiting', 'completeLink', 'listAlbumPicks']
    const uploads = ['listUploadLinks', 'getUploadLink', 'createUploadLink', 'updateUploadLink']
    const uploadEnds = ['closeUploadLink', 'deleteUploadLink']
    const guests = ['openUploadLink', 'unlockUploadLink', 'nameUploadGuest']
    const gateway = ['awaitPlan']
    const systemOnly = ['readMail']
    // tests/spec/photos/trash.test.ts: of somebody else nothing is in one's own trash
    const trash = ['listTrash', 'restoreTrash', 'purgeTrash']
    expect(Object.keys(sharing).toSorted()).toEqual(
      [
        ...[...owners, ...more, ...pages, ...picks, ...comments, ...firstLooks, ...asked, ...visitors],
        ...[...uploads, ...uploadEnds, ...guests, ...gateway, ...trash, ...systemOnly],
      ].toSorted(),
    )
  })
})

async function oneByOne(calls: (() => Promise<unknown>)[]): Promise<string[]> {
  const codes: string[] = []
  for (const call of calls) codes.push(await codeOf(call()))
  return codes
}
const codeOf = (asked: Promise<unknown>): Promise<string> =>
  asked.then(
    () => 'it worked',
    (error: { code: string }) => error.code,
  )
