import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { http } from '@daymark/contracts'
import { type Logger, networkOf } from '@daymark/platform'
import type { Request } from 'express'
import type { GalleryResponses } from '../api/sharing/gallery-responses.ts'
import type { LinkResolver } from '../visitors/link-resolver.ts'
import { PageHead, insertFirstScreen } from './page-head.ts'
import type { WebApp } from './web-app.ts'

type Brand = http.PublicBrand | null
type Theme = 'auto' | 'light' | 'dark'
/** The exports of apps/web/src/features/share/first-screen, built for Node. */
type Renderers = {
  renderGallery: (share: http.PublicShare, brand: Brand) => string
  renderStudioPage: (page: http.PublicStudioPage, brand: Brand) => string
}

const RENDERERS_FILE = '.server/first-screens.mjs'
/** Number of galleries on the first screen of a studio page. */
const MAX_FIRST_SCREEN_GALLERIES = 6

/**
 * Renders the first screen into pages for visitors, so that it is visible before the application has loaded. The application loads the data
 * itself and replaces the first screen, so access, visits and cookies are handled by the API only.
 */
export class FirstScreens {
  private readonly head?: PageHead
  private renderers?: Promise<Renderers>

  constructor(
    private readonly web: WebApp,
    private readonly linkResolver: LinkResolver,
    private readonly responses: GalleryResponses,
    private readonly log: Logger,
  ) {
    if (web.galleryPage !== undefined) this.head = new PageHead(web.galleryPage)
  }

  /** The first screen of a gallery. Undefined if the web application has no page for it. Rejects unless the gallery is open to everyone. */
  async findGallery(linkAddress: string, request: Request): Promise<http.PublicShare | undefined> {
    if (!this.head) return undefined
    const token = await this.linkResolver.resolveToken(linkAddress, request)
    return this.responses.getFirstScreen(token, networkOf(request.ip ?? ''))
  }

  /**
   * Renders the page of a gallery. `tags` replace the title and description of the application's page. Returns undefined if the page cannot
   * be rendered.
   */
  async renderGalleryPage(share: http.PublicShare, brand: Brand, tags: string): Promise<string | undefined> {
    const { link, album } = share
    const theme = link.theme ?? link.theme_override ?? album.theme ?? 'auto'
    return this.renderPage(tags, brand, theme, ({ renderGallery }) => renderGallery(share, brand))
  }

  /** Renders a studio page, like `renderGalleryPage`. */
  async renderStudioPage(page: http.PublicStudioPage, brand: Brand, tags: string): Promise<string | undefined> {
    const shortenedPage = { ...page, galleries: page.galleries.slice(0, MAX_FIRST_SCREEN_GALLERIES) }
    return this.renderPage(tags, brand, 'auto', ({ renderStudioPage }) => renderStudioPage(shortenedPage, brand))
  }

  /** Returns undefined if rendering fails. The page then shows nothing until the application has loaded. */
  private async renderPage(tags: string, brand: Brand, theme: Theme, render: (renderers: Renderers) => string) {
    if (!this.head) return undefined
    try {
      const html = render(await this.loadRenderers())
      const page = brand ? this.head.replaceTagsForStudio(tags) : this.head.replaceTags(tags)
      return insertFirstScreen(page, html, theme === 'auto' ? undefined : theme)
    } catch (err) {
      this.log.error({ event: 'first_screen.failed', err }, 'The first screen of a page could not be rendered')
      return undefined
    }
  }

  /** Loads the renderers when the first visitor opens a page, because a server without visitors does not need them. */
  private loadRenderers(): Promise<Renderers> {
    this.renderers ??= import(pathToFileURL(join(this.web.dir ?? '', RENDERERS_FILE)).href) as Promise<Renderers>
    return this.renderers
  }
}
