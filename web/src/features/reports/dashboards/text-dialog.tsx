import { Button, Modal, Textarea } from '@mantine/core';
import { MAX_CARD_TEXT, type TextCard } from '@paceline/contract';
import { useState } from 'react';
import { FormStack } from '../../../ui/forms/form-stack.tsx';
import { ButtonRow } from '../../../ui/pieces/button-row.tsx';

interface TextDialogProps {
  card: TextCard;
  isNew: boolean;
  onSave: (card: TextCard) => void;
  onClose: () => void;
}

export const TextDialog = ({ card, isNew, onSave, onClose }: TextDialogProps) => {
  const [text, setText] = useState(card.text);
  const [isEmpty, setEmpty] = useState(false);
  return (
    <Modal opened onClose={onClose} title={<strong>{isNew ? 'Add text' : 'Edit text'}</strong>} centered size={480}>
      <FormStack
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (text.trim() === '') setEmpty(true);
          else onSave({ ...card, text: text.trim() });
        }}
      >
        <Textarea
          label="Text"
          data-autofocus
          autosize
          minRows={3}
          maxRows={12}
          maxLength={MAX_CARD_TEXT}
          value={text}
          error={isEmpty && text.trim() === '' ? 'Enter a text.' : null}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
        <ButtonRow>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit">{isNew ? 'Add text' : 'Change text'}</Button>
        </ButtonRow>
      </FormStack>
    </Modal>
  );
};
