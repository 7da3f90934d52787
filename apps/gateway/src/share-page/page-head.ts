const OWN_TAGS = /<title>[^<]*<\/title>\s*|<meta name="description"[^>]*>\s*/g

/** The application's page with other words in its head. */
export class PageHead {
  private readonly bare: string

  constructor(private readonly page: string) {
    this.bare = page.replaceAll(OWN_TAGS, '')
  }

  /** With the application's title and description as well. */
  plain(tags: string): string {
    return withHead(this.page, tags)
  }

  /** With a title and a description of their own. */
  own(tags: string): string {
    return withHead(this.bare, tags)
  }

  /** A studio's page has the studio's icon, or none, and its clients do not write to us. */
  ofStudio(tags: string): string {
    return this.own(tags).replaceAll(/<(?:link rel="icon" href="\/favicon|meta name="daymark-support")[^>]*>\s*/g, '')
  }
}

/** Cut and put together, never replaced: a title may hold what a replacement would take for a pattern. */
function withHead(page: string, tags: string): string {
  const at = /<meta charset[^>]*>/i.exec(page) ?? /<!doctype html>/i.exec(page)
  const end = at ? at.index + at[0].length : 0
  return page.slice(0, end) + tags + page.slice(end)
}
