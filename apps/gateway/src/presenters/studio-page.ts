import type { http, OpenedStudioPage, ShownGallery, StudioPage } from '@daymark/contracts'
import { galleryPhotoUrl } from './gallery.ts'
import { variantUrl } from './photo.ts'

type Known = { url: string | null; defaultTitle: string }

export function presentStudioPage(page: StudioPage, { url, defaultTitle }: Known): http.StudioPageSettings {
  const { enabled, name, title, text, allowIndexing, links } = page
  return {
    ...{ enabled, name, title, default_title: defaultTitle, text, allow_indexing: allowIndexing, url },
    shares: links.map(({ id, title: called, state, cover }) => ({
      ...{ share_id: id, title: called, state },
      thumbnail_url: cover && variantUrl('sm', cover.filename),
    })),
  }
}

/** White-listed, as a gallery is: ids stay inside, and of a locked gallery there is its title alone. */
export const presentShownPage = (
  { title, text }: Pick<OpenedStudioPage, 'title' | 'text'>,
  galleries: ShownGallery[],
): http.ShownStudioPage => ({ title, text, galleries: galleries.map(presentGallery) })

function presentGallery({ title, address, open }: ShownGallery): http.ShownGallery {
  const at = { title, url: `/share/${encodeURIComponent(address)}`, locked: open === null }
  if (!open) return { ...at, shared_at: null, cover: null }
  return { ...at, shared_at: open.sharedAt, cover: open.cover && presentCover(open.cover, open.token) }
}

type Cover = NonNullable<NonNullable<ShownGallery['open']>['cover']>
function presentCover({ filename, ...cover }: Cover, token: string): http.ShownGallery['cover'] {
  const { width, height, placeholder, x, y } = cover
  return { url: galleryPhotoUrl(filename, token), width, height, placeholder, x, y }
}
