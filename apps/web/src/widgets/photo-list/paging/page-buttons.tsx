import { ChevronLeft, ChevronRight, ChevronsLeft, ChevronsRight } from 'lucide-react'
import { Button } from '../../../ui/buttons/button.tsx'
import { choosePageNumbers } from './use-paged-photos.ts'
import styles from '../photo-list.module.css'

export type PageButtonsProps = { page: number; pages: number; onPage: (page: number) => void }

/** L-PHOTO-09: the buttons for the first, previous, next, last and numbered pages. */
export function PageButtons({ page, pages, onPage }: PageButtonsProps) {
  const isFirst = page <= 1
  const isLast = page >= pages
  return (
    <nav aria-label="Pages" className={styles['pages']}>
      <div className={styles['ends']}>
        <Button appearance="quiet" icon={<ChevronsLeft aria-hidden />} disabled={isFirst} onClick={() => onPage(1)}>
          First
        </Button>
        <Button
          appearance="quiet"
          icon={<ChevronLeft aria-hidden />}
          disabled={isFirst}
          onClick={() => onPage(page - 1)}
        >
          Previous
        </Button>
      </div>
      <div className={styles['numbers']}>
        {choosePageNumbers(page, pages).map(number => (
          <Button
            key={number}
            appearance={number === page ? 'plain' : 'quiet'}
            aria-current={number === page ? 'page' : undefined}
            aria-label={`Page ${number}`}
            onClick={() => onPage(number)}
          >
            {number}
          </Button>
        ))}
      </div>
      <div className={styles['ends']}>
        <Button appearance="quiet" disabled={isLast} onClick={() => onPage(page + 1)}>
          Next
          <ChevronRight aria-hidden />
        </Button>
        <Button appearance="quiet" disabled={isLast} onClick={() => onPage(pages)}>
          Last
          <ChevronsRight aria-hidden />
        </Button>
      </div>
    </nav>
  )
}
