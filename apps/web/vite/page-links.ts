import type { IndexHtmlTransformContext, Plugin } from 'vite'

const unique = (names: string[]) => [...new Set(names)]
type Bundle = NonNullable<IndexHtmlTransformContext['bundle']>

/** The pages that contain their first screen, and the screens that replace it. */
const SCREENS: Record<string, RegExp> = {
  'gallery.html': /features\/share\/(share|studio\/studio)\.page\.tsx$/,
  'sign-in.html': /app\/session\/sign-in-screen\.tsx$/,
}
const LINKED_SHEET = /<link rel="stylesheet" crossorigin href="\/([^"]+)">\s*/g
const MAIN_PAGE = /apps\/web\/index\.html$/

/**
 * Moves the pages that contain a first screen to the folder `.server`. The gateway fills them for each visitor, so they
 * must not be served as files.
 */
export const pageLinks: Plugin = {
  name: 'page-links',
  apply: 'build',
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      for (const [name, screens] of Object.entries(SCREENS)) {
        const page = bundle[name]
        if (page?.type !== 'asset') return this.error(`${name} is missing`)
        const source = withApplication(bundle, String(page.source), screens)
        this.emitFile({ type: 'asset', fileName: `.server/${name}`, source })
        delete bundle[name]
      }
    },
  },
}

/**
 * A page with its first screen contains the styles of the application, because each linked sheet would delay it by a
 * round trip, and its scripts in a template for later (first-screen.ts).
 */
function withApplication(bundle: Bundle, html: string, screens: RegExp): string {
  const main = filesOf(bundle, MAIN_PAGE)
  const screen = filesOf(bundle, screens)
  const linkedSheets = [...html.matchAll(LINKED_SHEET)].map(([, file = '']) => file)
  const sheets = unique([...linkedSheets, ...main.styles, ...screen.styles])
  const styles = sheets.map(file => {
    const sheet = bundle[file]
    return sheet?.type === 'asset' ? String(sheet.source).trim() : ''
  })
  // Vite loads the style sheets of a screen before the screen, unless the page has links to them. The links are
  // disabled, because the page already contains the styles.
  const disabledLinks = sheets.map(file => `<link rel="stylesheet" disabled href="/${file}">`)
  const preloads = unique([...main.scripts, ...screen.scripts]).map(
    file => `<link rel="modulepreload" crossorigin href="/${file}">`,
  )
  const script = `<script type="module" crossorigin src="/${main.scripts[0]}"></script>`
  const application = [...disabledLinks, ...preloads, script].join('')
  return html
    .replaceAll(LINKED_SHEET, '')
    .replace('</head>', () => `<style>${styles.join('\n')}</style></head>`)
    .replace('</body>', () => `<template id="application">${application}</template></body>`)
}

/** The files that these screens import, directly or indirectly. */
function filesOf(bundle: Bundle, screens: RegExp) {
  const chunks = Object.values(bundle).filter(file => file.type === 'chunk')
  const reachableChunks = new Set(chunks.filter(({ facadeModuleId }) => facadeModuleId && screens.test(facadeModuleId)))
  for (const { imports } of reachableChunks)
    for (const chunk of chunks) if (imports.includes(chunk.fileName)) reachableChunks.add(chunk)
  return {
    scripts: [...reachableChunks].map(({ fileName }) => fileName),
    styles: unique([...reachableChunks].flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])])),
  }
}
