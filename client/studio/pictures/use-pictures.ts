// Reads the pictures of the document in the worker of the language service: the page answers meanwhile.
import { useQuery } from '@tanstack/react-query'
import type { Pictures } from '#shared/pictures/pictures.ts'
import { openLanguageService } from '../document/editor/language-service.ts'

export function usePictures(text: string) {
  return useQuery({ queryKey: ['pictures', text], queryFn: () => readPictures(text), staleTime: Infinity })
}

async function readPictures(text: string): Promise<Pictures> {
  const service = openLanguageService(() => {})
  try {
    const pictures = await service.ask(text, { kind: 'pictures' })
    if (pictures === undefined) throw new Error('The worker could not be loaded.')
    return pictures
  } finally {
    service.close()
  }
}
