/** Requests about which a person had a question before them, and those that a proof spared them. */
export interface Effort {
  readonly asked: number;
  readonly spared: number;
}

export function effortText({ asked, spared }: Effort): string {
  return `asked ${asked}, spared ${spared}`;
}
