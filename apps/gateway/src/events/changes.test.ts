import {
  albumUpdated,
  type Envelope,
  likesChanged,
  linkRevoked,
  photoDeleted,
  photoUpdated,
  photoUploaded,
  tagsChanged,
  userSignedIn,
  visitLeft,
} from '@daymark/contracts'
import { Changes } from './changes.ts'

const event = (type: { name: string }, data: object): Envelope => ({
  id: '0',
  type: type.name,
  time: '',
  source: '',
  subject: '',
  data,
})

describe('what open pages are sent', () => {
  it('a photo is uploaded, ready once, then updated', () => {
    const changes = new Changes()
    const photo = { photoId: 'p', ownerId: 'o' }
    const types = [
      event(photoUploaded, photo),
      event(photoUpdated, { ...photo, status: 'processing' }),
      event(photoUpdated, { ...photo, status: 'completed' }),
      event(photoUpdated, { ...photo, status: 'completed' }),
      event(photoDeleted, photo),
    ].map(e => changes.of(e))
    expect(types.map(owned => owned?.change.type)).toEqual([
      'photo.uploaded',
      'photo.updated',
      'photo.ready',
      'photo.updated',
      'photo.deleted',
    ])
    expect(types.every(owned => owned?.ownerId === 'o' && owned.change.photo_id === 'p')).toBe(true)
  })

  it('a photo that failed says so', () => {
    const changes = new Changes()
    expect(changes.of(event(photoUpdated, { photoId: 'p', ownerId: 'o', status: 'failed' }))?.change.type).toBe(
      'photo.failed',
    )
  })

  it('likes and tags say whose', () => {
    const changes = new Changes()
    const sent = [likesChanged, tagsChanged].map(type => changes.of(event(type, { ownerId: 'o' })))
    expect(sent).toEqual([
      { ownerId: 'o', change: { type: 'likes.changed' } },
      { ownerId: 'o', change: { type: 'tags.changed' } },
    ])
  })

  it("albums and links name the album; other events are nobody's business", () => {
    const changes = new Changes()
    const data = { ownerId: 'o', albumId: 'a' }
    expect(changes.of(event(albumUpdated, data))).toEqual({
      ownerId: 'o',
      change: { type: 'album.changed', album_id: 'a' },
    })
    expect(changes.of(event(linkRevoked, data))).toEqual({
      ownerId: 'o',
      change: { type: 'share.changed', album_id: 'a' },
    })
    expect(changes.of(event(visitLeft, data))).toEqual({
      ownerId: 'o',
      change: { type: 'visit.changed', album_id: 'a' },
    })
    expect(changes.of(event(userSignedIn, { userId: 'o' }))).toBeUndefined()
  })
})
