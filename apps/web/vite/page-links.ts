import type { IndexHtmlTransformContext, Plugin } from 'vite'

const unique = (names: string[]) => [...new Set(names)]
type Bundle = NonNullable<IndexHtmlTransformContext['bundle']>

const VISITOR_SCREENS = /features\/share\/(share|studio)\.page\.tsx$/
/** Without its first screen it is of no use, so it is not served as a file. */
const GALLERY_PAGE = 'gallery.html'
const ICON = '<link rel="icon"'
const LINKED_SHEET = /<link rel="stylesheet" crossorigin href="\/([^"]+)">\s*/g
const MAIN = /apps\/web\/index\.html$/
const SIGN_IN = /app\/session\/sign-in-screen\.tsx$/

/** What pages link to although their scripts import it dynamically. */
export const pageLinks: Plugin = {
  name: 'page-links',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { bundle = {}, path }) =>
      path.endsWith(GALLERY_PAGE) ? withApplication(bundle, html) : withSignInPreloads(bundle, html),
  },
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      const page = bundle[GALLERY_PAGE]
      if (page?.type !== 'asset') return this.error('the page of galleries is missing')
      this.emitFile({ type: 'asset', fileName: `.server/${GALLERY_PAGE}`, source: page.source })
      delete bundle[GALLERY_PAGE]
    },
  },
}

/**
 * The first screen of a gallery contains the styles of the application, because each linked sheet would delay it by a round trip, and its
 * scripts in a template for later (gallery.ts).
 */
function withApplication(bundle: Bundle, html: string): string {
  const main = filesOf(bundle, MAIN)
  const visitor = filesOf(bundle, VISITOR_SCREENS)
  const linked = [...html.matchAll(LINKED_SHEET)].map(([, file = '']) => file)
  const styles = unique([...linked, ...main.styles, ...visitor.styles]).map(file => {
    const sheet = bundle[file]
    return sheet?.type === 'asset' ? String(sheet.source).trim() : ''
  })
  const preloads = unique([...main.scripts, ...visitor.scripts]).map(
    file => `<link rel="modulepreload" crossorigin href="/${file}">`,
  )
  const script = `<script type="module" crossorigin src="/${main.scripts[0]}"></script>`
  return html
    .replaceAll(LINKED_SHEET, '')
    .replace('</head>', () => `<style>${styles.join('\n')}</style></head>`)
    .replace('</body>', () => `<template id="application">${preloads.join('')}${script}</template></body>`)
}

/** The sign-in is the only screen with an address of its own that many users open first; its picture is the largest part of it. */
function withSignInPreloads(bundle: Bundle, html: string): string {
  const { scripts, styles, assets } = filesOf(bundle, SIGN_IN)
  const links = [
    ...assets.map(file => ({ rel: 'preload', as: 'image', href: `/${file}` })),
    ...styles.map(file => ({ rel: 'preload', as: 'style', href: `/${file}`, crossOrigin: '' })),
    ...scripts.map(file => ({ rel: 'modulepreload', href: `/${file}`, crossOrigin: '' })),
  ].filter(({ href }) => !html.includes(href))
  const script = `if (location.pathname === '/login')
      for (const link of ${JSON.stringify(links)}) document.head.append(Object.assign(document.createElement('link'), link))`
  // Before the style sheets, for which scripts wait.
  return html.replace(ICON, icon => `<script>${script}</script>\n    ${icon}`)
}

/** The files that this screen imports, directly or indirectly. */
function filesOf(bundle: Bundle, screen: RegExp) {
  const chunks = Object.values(bundle).filter(one => one.type === 'chunk')
  const found = new Set(chunks.filter(({ facadeModuleId }) => facadeModuleId && screen.test(facadeModuleId)))
  for (const { imports } of found) for (const chunk of chunks) if (imports.includes(chunk.fileName)) found.add(chunk)
  const metadata = [...found].map(({ viteMetadata }) => viteMetadata)
  return {
    scripts: [...found].map(({ fileName }) => fileName),
    styles: unique(metadata.flatMap(of => [...(of?.importedCss ?? [])])),
    assets: unique(metadata.flatMap(of => [...(of?.importedAssets ?? [])])),
  }
}
