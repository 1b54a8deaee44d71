/** A figure of a line item's running month that somebody wants explained. */
export interface LineItemFigure {
  goalKey: number;
  goalName: string;
  /** What a pacing table calls the number. */
  key: string;
  value: number;
}

export interface LineItemFigureProps {
  ownerKey: number;
  figure: LineItemFigure | null;
  onClose: () => void;
}
