import { useEffect, useRef, type InputHTMLAttributes, type ReactNode } from 'react'
import { Button, type ButtonProps } from '../../../ui/buttons/button.tsx'

type Props = {
  children: ReactNode
  icon: ReactNode
  look?: ButtonProps['look']
  accept?: string
  multiple?: boolean
  capture?: InputHTMLAttributes<HTMLInputElement>['capture']
  /** Chooses a folder with its content. */
  isForFolder?: boolean
  onFiles: (files: File[]) => void
}

export const canChooseFolder = 'webkitdirectory' in HTMLInputElement.prototype

/** A button that opens the file dialog, or the camera. */
export function FileButton({ children, icon, look, isForFolder = false, onFiles, ...rest }: Props) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (input.current) input.current.webkitdirectory = isForFolder
  }, [isForFolder])
  return (
    <>
      <Button look={look} icon={icon} onClick={() => input.current?.click()}>
        {children}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        {...rest}
        onChange={event => {
          onFiles([...(event.target.files ?? [])])
          // The same file can be chosen again.
          event.target.value = ''
        }}
      />
    </>
  )
}
