/** One piece for both: whoever reads one of them often reads the other. */
export { PrivacyPage } from './privacy.page.tsx'
export { SecurityPage } from './security.page.tsx'
