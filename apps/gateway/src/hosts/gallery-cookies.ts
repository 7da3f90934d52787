import { GALLERY_COOKIES } from '../session/cookies.ts'

/** What is left of a Cookie header on a custom domain: that of galleries. The application's are nobody's business there. */
export function galleryCookies(header: string | undefined): string | undefined {
  const kept = (header ?? '').split(';').filter(pair => GALLERY_COOKIES.test(pair.trim()))
  return kept.length > 0 ? kept.join(';') : undefined
}
