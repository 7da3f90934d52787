import { errors } from '@daymark/contracts'
import type { Tx } from '@daymark/platform'

/** An album that is deleted at the same moment either ends what is made for it or refuses it. ALBUM_NOT_FOUND when it is gone. */
export async function holdAlbum(tx: Tx, albumId: string): Promise<void> {
  const held = await tx.sql('SELECT id FROM albums WHERE id = $1 AND NOT deleted FOR SHARE', [albumId])
  if (!held.length) throw errors.ALBUM_NOT_FOUND()
}
