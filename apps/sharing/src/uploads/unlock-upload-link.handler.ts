import { sharing, type Input } from '@daymark/contracts'
import { Handles, prepared, type Handler } from '@daymark/platform'
import { GalleryAccess } from '../gallery/gallery-access.ts'
import { LinkPasswords } from '../gallery/link-passwords.ts'
import { UploadDoors } from './upload-doors.ts'

const RENEW = prepared('UPDATE upload_links SET password_hash = $3 WHERE id = $1 AND password_hash = $2')

@Handles(sharing.unlockUploadLink)
export class UnlockUploadLink implements Handler<typeof sharing.unlockUploadLink> {
  constructor(
    private readonly doors: UploadDoors,
    private readonly access: GalleryAccess,
    private readonly passwords: LinkPasswords,
  ) {}

  async handle({ token, ...guess }: Input<typeof sharing.unlockUploadLink>) {
    const link = await this.doors.locked(token)
    const renew = [link.id, link.passwordHash]
    await this.passwords.verify(link, guess, (tx, hash) => void tx.sql(RENEW, [...renew, hash]))
    return { grant: this.access.grant(link) }
  }
}
