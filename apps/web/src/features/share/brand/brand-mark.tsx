import type { ReactNode } from 'react'
import { shownBrand } from './shown-brand.ts'
import styles from './brand-mark.module.css'

/** The studio's logo or name, linked to its website if set. `otherwise` is shown in galleries without a studio brand. */
export function BrandMark({ otherwise = null }: { otherwise?: ReactNode }) {
  const brand = shownBrand()
  if (!brand) return otherwise
  const { name, website, logo } = brand
  const mark = logo ? <img src={logo.url} alt={name} width={logo.width} height={logo.height} /> : name
  return website ? (
    <a href={website} className={styles['mark']} rel="noopener" target="_blank">
      {mark}
    </a>
  ) : (
    <span className={styles['mark']}>{mark}</span>
  )
}
