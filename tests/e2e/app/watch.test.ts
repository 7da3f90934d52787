import { axeViolations, contrastViolations, horizontalOverflow, smallTargets } from '../support/reach/axe.ts'
import { heading, expectVisible } from '../support/find.ts'
import { setUpBrowser } from '../support/browser.ts'
import { pollUntil } from '@daymark/testing/outside'

const browser = setUpBrowser()

/** Verifies the checks that all other tests share. */
describe('the checks of every page', () => {
  it('detect errors, violations of the content security policy and requests to other origins', async () => {
    const { page, guard } = await browser.open(await browser.daymark.createUser(), '/')
    await expectVisible(heading(page, 'Photos'))
    expect(guard.problems()).toEqual([])
    await page.evaluate(() => {
      console.error('something broke')
      setTimeout(() => {
        throw new Error('uncaught error')
      })
      document.head.append(Object.assign(document.createElement('script'), { textContent: 'window.injected = true' }))
      document.body.append(Object.assign(new Image(), { src: 'https://tracker.example/pixel.gif' }))
    })
    const isNoticed = (problem: RegExp) =>
      pollUntil(() => expect(guard.problems()).toContainEqual(expect.stringMatching(problem)))
    for (const problem of [/something broke/, /uncaught error/, /Content Security Policy.*script/])
      await isNoticed(problem)
    await page.evaluate(() => location.assign('http://127.0.0.2:9/elsewhere'))
    await isNoticed(/third party.*127\.0\.0\.2/)
    expect(await page.evaluate(() => 'injected' in window).catch(() => false)).toBe(false)
    guard.expect(/./)
  })

  it('detect accessibility problems', async () => {
    const { page } = await browser.open(await browser.daymark.createUser(), '/')
    await expectVisible(heading(page, 'Photos'))
    expect(await axeViolations(page)).toEqual([])
    await page.evaluate(() => {
      const broken = document.createElement('div')
      broken.innerHTML = `<img src="/favicon.svg"><p style="color:#aaa;background:#fff">pale</p>
        <button style="width:10px;height:10px;padding:0;min-height:0;min-width:0" aria-label="tiny"></button>
        <div style="width:3000px">wide</div>`
      document.querySelector('main')?.append(broken)
    })
    expect(await axeViolations(page)).toEqual(
      expect.arrayContaining([expect.stringContaining('image-alt'), expect.stringContaining('color-contrast')]),
    )
    expect(await contrastViolations(page)).toEqual([expect.stringContaining('pale')])
    expect(await smallTargets(page, 24)).toEqual([expect.stringContaining('tiny')])
    expect(await horizontalOverflow(page)).toBeGreaterThan(1000)
  })
})
