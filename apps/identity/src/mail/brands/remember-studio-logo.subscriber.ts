import { studioLogoChanged, type EventOf } from '@daymark/contracts'
import { On, type Commit, type Subscriber } from '@daymark/platform'

/** Which logo a studio has, for mails. The newest revision wins. */
@On(studioLogoChanged)
export class RememberStudioLogo implements Subscriber<typeof studioLogoChanged> {
  async on({ data: { ownerId, revision, logo } }: EventOf<typeof studioLogoChanged>, commit: Commit) {
    await commit(async tx => {
      if (revision === undefined) return
      void tx.sql(
        `INSERT INTO brands (user_id, logo_revision, logo) SELECT id, $2, $3 FROM users WHERE id = $1
         ON CONFLICT (user_id) DO UPDATE SET logo_revision = $2, logo = $3 WHERE brands.logo_revision < $2`,
        [ownerId, revision, logo ? JSON.stringify(logo) : null],
      )
    })
  }
}
