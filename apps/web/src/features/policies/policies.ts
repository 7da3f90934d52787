/** Both pages share a chunk, because readers of one often open the other. */
export { PrivacyPage } from './privacy.page.tsx'
export { SecurityPage } from './security.page.tsx'
