import { createRequire } from 'node:module'
import type { AxeResults, RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'

const require = createRequire(import.meta.url)
// uses the axe-core of @axe-core/playwright directly, because its builder also reports passed rules and takes three times as long
const { source } = createRequire(require.resolve('@axe-core/playwright'))('axe-core') as { source: string }
declare const axe: { run(where: Document, options: RunOptions): Promise<AxeResults> }

async function violations(page: Page, options: RunOptions): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(source)
  return page.evaluate(async options => {
    const { violations } = await axe.run(document, { ...options, resultTypes: ['violations'], selectors: false })
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`)
  }, options)
}

const levels = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa']
const BEST_PRACTICES = ['heading-order', 'empty-heading', 'empty-table-header', 'landmark-unique']
/** All automatic rules of WCAG 2.0 to 2.2, levels A and AA. */
export const axeViolations = (page: Page) =>
  violations(page, {
    runOnly: levels,
    rules: {
      // axe reports targets below fixed elements as too small; smallTargets measures instead
      'target-size': { enabled: false },
      ...Object.fromEntries(BEST_PRACTICES.map(rule => [rule, { enabled: true }])),
    },
  })

/** Problems that HTML checkers find and axe does not. */
export const structure = (page: Page) =>
  page.evaluate(() => {
    const found: string[] = []
    const note = (what: string, elements: Iterable<Element>) => {
      for (const { outerHTML } of elements) found.push(`${what}: ${outerHTML.slice(0, 120)}`)
    }
    const all = (selector: string) => [...document.querySelectorAll(selector)]
    if (!/.+ · .+/.test(document.title)) found.push(`title names no screen: ${document.title}`)
    const [first] = all('h1, h2, h3, h4, h5, h6').filter(one => !one.closest('dialog, [popover]'))
    if (first?.tagName !== 'H1') note('first heading is no h1', first ? [first] : [])
    note(
      'empty list',
      all('ul, ol, dl').filter(one => one.childElementCount === 0),
    )
    note(
      'block within text',
      all(':is(span, p, h1, h2, h3, h4, h5, h6, em, strong, small, code) :is(div, p, ul, ol, dl)'),
    )
    const named = all(':is(span, div, p, strong, small, code, time):is([aria-label], [aria-labelledby]):not([role])')
    note('name on an element without a role', named)
    return found
  })

/** Themes change only colors. */
export const contrastViolations = (page: Page) =>
  violations(page, { runOnly: { type: 'rule', values: ['color-contrast'] } })

/** By how many px the page is wider than the window. */
export const horizontalOverflow = (page: Page) =>
  page.evaluate(async () => {
    // a resize is painted in the next frames
    for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame)
    return document.documentElement.scrollWidth - document.documentElement.clientWidth
  })

/** Buttons, links and fields below the minimum size; links within text are exempt. */
export const smallTargets = (page: Page, least: number) =>
  page.evaluate(least => {
    const root = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document
    return [...root.querySelectorAll<HTMLElement>('button, a[href], input, select, textarea, summary')]
      .filter(
        one =>
          one.checkVisibility({ opacityProperty: false, visibilityProperty: true }) &&
          one.closest('[aria-hidden]') === null,
      )
      .map(one => (one.matches('input[type=checkbox], input[type=radio]') && one.closest('label')) || one)
      .filter(one => getComputedStyle(one).display !== 'inline' && !one.matches('.visually-hidden, input[type=file]'))
      .map(one => ({ one, box: one.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 0 && Math.min(box.width, box.height) < least)
      .map(({ one, box }) => `${one.outerHTML.slice(0, 100)} ${Math.round(box.width)}x${Math.round(box.height)}`)
  }, least)
