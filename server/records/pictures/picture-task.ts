// Declares what the process that decodes pictures is asked for, and what it answers.

export type PictureTask =
  | { readonly asks: 'clean'; readonly content: Uint8Array }
  /** `width`: pixels. */
  | { readonly asks: 'shrink'; readonly content: Uint8Array; readonly width: number }

export type CleanPicture =
  | { readonly is: 'no picture' }
  /** The picture contains nothing about its maker. */
  | { readonly is: 'clean' }
  /** `content`: without what it said. */
  | { readonly is: 'cleaned'; readonly content: Uint8Array }
  /** `most`: pixels. */
  | { readonly is: 'too large'; readonly most: number }

export interface PictureAnswers {
  readonly clean: CleanPicture
  /** Undefined: it can't be decoded. */
  readonly shrink: Uint8Array | undefined
}

/** Over the channel between the two processes, one at a time. */
export interface PictureRequest {
  readonly task: PictureTask
}

export interface PictureResponse {
  readonly answer: PictureAnswers[PictureTask['asks']]
  /** Processor time that the task took, in milliseconds. */
  readonly milliseconds: number
  /** Milliseconds that passed meanwhile. */
  readonly elapsed: number
}

/** A message of the process: that it is ready, once, and then an answer to each request. */
export type PictureMessage = 'ready' | PictureResponse
