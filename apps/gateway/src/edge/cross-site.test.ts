import { isCrossSite } from './cross-site.ts'

const own = 'https://photos.example.com'
const host = 'photos.example.com'

describe('rule 32: a cross-site request', () => {
  it('is detected by Sec-Fetch-Site if the browser sends it, regardless of Origin', () => {
    expect(isCrossSite({ 'sec-fetch-site': 'same-origin', origin: 'https://evil.example' }, own)).toBe(false)
    expect(isCrossSite({ 'sec-fetch-site': 'none' }, own)).toBe(false)
    expect(isCrossSite({ 'sec-fetch-site': 'cross-site', origin: own }, own)).toBe(true)
    expect(isCrossSite({ 'sec-fetch-site': 'unheard-of' }, own)).toBe(true)
  })

  it('from a sibling subdomain is detected by Origin', () => {
    expect(isCrossSite({ 'sec-fetch-site': 'same-site', origin: 'https://other.example.com', host }, own)).toBe(true)
    expect(isCrossSite({ 'sec-fetch-site': 'same-site', origin: own, host }, own)).toBe(false)
    expect(isCrossSite({ 'sec-fetch-site': 'same-site' }, own)).toBe(true)
  })

  it('is otherwise detected by comparing Origin with the host of the request and the public URL', () => {
    expect(isCrossSite({ origin: 'http://127.0.0.1:8080', host: '127.0.0.1:8080' }, undefined)).toBe(false)
    expect(isCrossSite({ origin: own, host: 'gateway.internal:8080' }, own)).toBe(false)
    expect(isCrossSite({ origin: 'http://127.0.0.1:9999', host: '127.0.0.1:8080' }, undefined)).toBe(true)
    expect(isCrossSite({ origin: 'https://photos.example.com.evil.example', host }, own)).toBe(true)
    expect(isCrossSite({ origin: 'null', host }, own)).toBe(true)
    expect(isCrossSite({ origin: '', host }, own)).toBe(true)
  })

  it('is not assumed without these headers, because the client is then not a browser', () => {
    expect(isCrossSite({ host }, own)).toBe(false)
  })
})
