import { randomUUID } from 'node:crypto'
import type { VisitorContent } from './visited.ts'

/** `trashed`: the file name of a photo in the trash. */
export type Ids = VisitorContent & Record<Name | 'waiting' | 'preset' | 'passkey' | 'session' | 'token' | 'user', string>
type Name =
  'photo' | 'filename' | 'trashed' | 'album' | 'section' | 'tag' | 'share' | 'selection' | 'uploadLink' | 'received'

/** What nobody has. */
export const unknownIds = (): Ids => {
  const id = () => randomUUID()
  return {
    photo: id(),
    filename: `Beach-0-${id().slice(0, 8)}.jpg`,
    trashed: `Beach-2-${id().slice(0, 8)}.jpg`,
    ...{ album: id(), section: id(), tag: id() },
    share: id(),
    selection: id(),
    preset: id(),
    ...{ uploadLink: id(), received: id() },
    pickList: id(),
    ...{ thread: id(), comment: id(), waiting: id() },
    passkey: id(),
    session: id(),
    token: id(),
    user: id(),
  }
}
/** What could never be one. */
export const malformedIds: Ids = {
  photo: 'x',
  filename: 'x',
  trashed: 'x',
  ...{ album: '0', section: 'x', tag: '%27' },
  share: '-',
  selection: '-',
  ...{ pickList: '-', thread: '-', comment: '-', waiting: '-' },
  preset: '-',
  ...{ uploadLink: '-', received: '-' },
  passkey: '1',
  ...{ session: '1', token: 'dm_', user: 'null' },
}
