import { accentOf } from '@daymark/contracts'
import type { CSSProperties } from 'react'
import styles from './studio.module.css'

type Props = { name: string; accent: string | null; logoUrl: string | null }

const looks = (accent: string | null): Record<'light' | 'dark', CSSProperties> => {
  if (accent === null) return { light: {}, dark: {} }
  const { light, dark } = accentOf(accent)
  return { light: { backgroundColor: light }, dark: { backgroundColor: dark } }
}

/** The visitor's view of the brand, in both themes. */
export function BrandPreview({ name, accent, logoUrl }: Props) {
  const look = looks(accent)
  return (
    <div
      role="img"
      aria-label={`${name || 'Daymark'} as visitors see it, light and dark`}
      className={styles['previews']}
    >
      {(['light', 'dark'] as const).map(theme => (
        <div key={theme} data-theme={theme} className={styles['preview']}>
          {logoUrl && name ? <img src={logoUrl} alt="" /> : <span>{name || 'Daymark'}</span>}
          <span style={look[theme]} className={styles['sample']}>
            Open
          </span>
        </div>
      ))}
    </div>
  )
}
