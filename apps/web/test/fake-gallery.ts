import type { http } from '@daymark/contracts'

const publicImage = (n: number): http.PublicImage => ({
  id: `p${n}`,
  filename: `p${n}.jpg`,
  title: `Title ${n}`,
  caption: n === 2 ? 'Early light' : '',
  width: 3000,
  height: 2000,
  orientation: 'landscape',
  url: `/media/share/lg/p${n}.jpg?token=tok`,
  placeholder: null,
})
/** The response that a visitor of a share link gets. `count`: number of photos. */
export const gallery = (link: Partial<http.PublicShare['link']> = {}, count = 5): http.PublicShare => ({
  album: {
    title: 'Lisbon',
    description: 'Three days in March',
    theme: 'auto',
    image_count: count,
    header_layout: 'hero',
    cover_image_id: count > 3 ? 'p1' : null,
    cover_x: 50,
    cover_y: 50,
    sections: [],
  },
  link: {
    token: 'tok',
    allow_downloads: true,
    watermark: false,
    theme: null,
    theme_override: null,
    show_titles: true,
    download_sizes: ['original'],
    has_download_limit: false,
    picks: null,
    comments: null,
    first_look: null,
    expires_at: null,
    ...link,
  },
  photographer: null,
  images: Array.from({ length: count }, (_, n) => publicImage(n + 1)),
})
