import type { http } from '@daymark/contracts'
import { TileComments } from '../comments/tile-slot.ts'
import { TilePick } from '../picks/picks-slot.tsx'
import { photoLabel } from '../share-media.ts'
import type { Marks } from './use-shown.ts'

/** Marks of new photos and comments on tiles, if the link has them. */
export const tileMarks = (share: http.PublicShare, photo: http.PublicImage, index: number, marks: Marks) => (
  <>
    {marks?.get(photo.id)}
    {share.link.picks && <TilePick share={share} id={photo.id} label={photoLabel(photo, index)} />}
    {share.link.comments && <TileComments share={share} id={photo.id} />}
  </>
)
