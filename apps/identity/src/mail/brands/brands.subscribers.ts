import { brandChanged, type EventOf, studioLogoChanged } from '@daymark/contracts'
import { type Commit, On, type Subscriber } from '@daymark/platform'

/** A studio's name and colour, for mails. The newest revision wins. */
@On(brandChanged)
export class RememberBrand implements Subscriber<typeof brandChanged> {
  async on({ data: { ownerId, revision, brand } }: EventOf<typeof brandChanged>, commit: Commit) {
    await commit(async tx => {
      if (!brand) return
      void tx.sql(
        `INSERT INTO brands (user_id, revision, name, accent) SELECT id, $2, $3, $4 FROM users WHERE id = $1
         ON CONFLICT (user_id) DO UPDATE SET revision = $2, name = $3, accent = $4 WHERE brands.revision < $2`,
        [ownerId, revision, brand.name, brand.accent],
      )
    })
  }
}

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
