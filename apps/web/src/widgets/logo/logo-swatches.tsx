import { classNames } from '../../ui/class-names.ts'
import styles from './logo-swatches.module.css'

/** Shows a logo on a dark and on a light background. */
export function LogoSwatches({ src, alt, onSize }: { src: string; alt: string; onSize?: (width: number) => void }) {
  return (
    <div className={styles['swatches']}>
      <div className={classNames(styles['swatch'], styles['dark'])}>
        <img src={src} alt={alt} draggable={false} onLoad={event => onSize?.(event.currentTarget.naturalWidth)} />
      </div>
      <div aria-hidden className={classNames(styles['swatch'], styles['light'])}>
        <img src={src} alt="" draggable={false} />
      </div>
    </div>
  )
}
