import { sharing, type http, type Input } from '@daymark/contracts'
import { Database, Handles, type Handler } from '@daymark/platform'
import { isToken } from '../links/link-token.ts'
import { Door, DOOR_COLUMNS, type DoorRow } from './door.ts'
import { shownPhotos } from './shown-photos.ts'

type LinkRow = DoorRow & {
  token: string
  theme: http.Theme | null
  themeOverride: http.Theme | null
  showTitles: boolean
  title: string
  description: string
  albumTheme: http.Theme
}
type ImageRow = Omit<http.PublicImage, 'url' | 'title'> & { title: string; stem: string }

const IMAGE_COLUMNS = 'id, filename, stem, title, caption, width, height, orientation, placeholder'

/** What a visitor sees: two queries whatever the size of the album, and nothing that is not named here (READINGS 38). */
@Handles(sharing.getPublic)
export class GetPublic implements Handler<typeof sharing.getPublic> {
  private readonly db: Database
  private readonly door: Door
  constructor(db: Database, door: Door) {
    this.db = db
    this.door = door
  }

  async handle({ token, grant }: Input<typeof sharing.getPublic>) {
    const link = this.door.enter(await this.link(token), grant)
    const images = await shownPhotos<ImageRow>(this.db, link, IMAGE_COLUMNS)
    return {
      linkId: link.id,
      ownerId: link.ownerId,
      album: {
        title: link.title,
        description: link.description,
        theme: link.albumTheme,
        image_count: images.length,
      },
      link: {
        token,
        allow_downloads: link.allowDownloads,
        watermark: link.watermark,
        theme: link.theme,
        theme_override: link.themeOverride,
        show_titles: link.showTitles,
        expires_at: link.expiresAt?.toISOString() ?? null,
      },
      images: images.map(image => present(image, link)),
    }
  }

  private async link(token: string): Promise<LinkRow | undefined> {
    if (!isToken(token)) return undefined
    const [row] = await this.db.query<LinkRow>(
      `SELECT ${DOOR_COLUMNS}, l.token, l.theme, l.theme_override AS "themeOverride", l.show_titles AS "showTitles",
              a.title, a.description, a.theme AS "albumTheme"
       FROM links l JOIN albums a ON a.id = l.album_id WHERE l.token = $1`,
      [token],
    )
    return row
  }
}

function present({ stem, title, ...image }: ImageRow, { showTitles, token }: LinkRow): http.PublicImage {
  const url = `/media/share/lg/${encodeURIComponent(stem)}.jpg?token=${token}`
  return showTitles ? { ...image, title, url } : { ...image, url }
}
