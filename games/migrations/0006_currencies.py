from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0004_newest_tables'),
    ]

    operations = [
        migrations.AddField(
            model_name='seat',
            name='most_by_currency',
            field=models.JSONField(default=dict, help_text='The same for a stake in several currencies: digits by currency'),
        ),
        migrations.AddField(
            model_name='table',
            name='currencies',
            field=models.JSONField(default=list, help_text='In which stakes may be paid here; empty: in all of one family'),
        ),
        migrations.AlterField(
            model_name='seat',
            name='currency',
            field=models.CharField(blank=True, help_text='In which the stake is paid; TOTAL: in several', max_length=16),
        ),
    ]
